import type { Clock } from '#mocks/time';

interface Token {
  readonly getRetryCount: () => number;
  readonly getRetryDelay: () => number;
}

const mostAttempts = 3;
const baseMs: Readonly<Record<string, number>> = { THROTTLING: 500, TRANSIENT: 100 };

/** The SDK's standard retries, on the till's clock: the SDK itself only knows the real time. */
export const createRetries = (clock: Clock) => {
  const token = (count: number): Token => ({ getRetryCount: () => count, getRetryDelay: () => 0 });
  return {
    acquireInitialRetryToken: async (): Promise<Token> => token(0),
    refreshRetryTokenForRetry: async (spent: Token, { errorType }: { readonly errorType: string }): Promise<Token> => {
      const count = spent.getRetryCount() + 1;
      const base = baseMs[errorType];
      if (base === undefined || count >= mostAttempts) throw new Error('no further attempt');
      await clock.sleep(base * 2 ** (count - 1));
      return token(count);
    },
    recordSuccess: (): void => undefined,
  };
};
