import { type CheckOutcome, type Finding, type Judgement, warned } from '#schemas';
import type { Turns } from './call-slots.ts';

/** What one call took, and in what company. */
interface Seen {
  readonly exchange: number;
  readonly durationMs: number;
  /** Nothing else of ours kept the target busy. */
  readonly wasAlone: boolean;
  /** It was sent to find out how long an order takes alone. */
  readonly isQuiet: boolean;
}

const requirement = 'order/answers-in-8-seconds';
const unlock = 'merchant.budget.concurrency';

/** Calls and triggers of ours that keep the target busy at once: what is late among them is our load as well. */
export type Company = ReturnType<typeof createCompany>;

export const createCompany = () => {
  let [begun, underWay, abandonedAt] = [0, 0, 0];
  let isPatient = true;
  let late: Finding | undefined;
  let quiet = Promise.resolve();
  const counted = async <Value>(work: () => Promise<Value>): Promise<readonly [Value, number, boolean]> => {
    const own = ++begun;
    const wasAlone = underWay++ === 0 && abandonedAt === 0;
    try {
      const value = await work();
      return [value, own, wasAlone && begun === own];
    } finally {
      underWay--;
    }
  };
  return {
    /** `hasAnswer`: false where the target may go on with what we no longer wait for. */
    async call<Value>(work: () => Promise<Value>, hasAnswer: (value: Value) => boolean) {
      const [value, own, wasAlone] = await counted(work);
      // Whoever takes one call after the other has done by then what came before this one.
      if (!hasAnswer(value)) abandonedAt = begun;
      else if (own > abandonedAt) abandonedAt = 0;
      return [value, wasAlone] as const;
    },
    /** Waits for calls that have to be alone. */
    async trigger<Value>(work: () => Promise<Value>): Promise<Value> {
      await quiet;
      const [value] = await counted(work);
      return value;
    },
    /** Without any other call; triggers that have begun are not waited for. */
    async alone<Value>(turns: Turns, work: (turns: Turns) => Promise<Value>): Promise<Value> {
      const { promise, resolve } = Promise.withResolvers<void>();
      quiet = promise;
      try {
        return await turns.together(work);
      } finally {
        resolve();
      }
    },
    /** An order was late in company, and none has been in time alone since. */
    isInDoubt: () => late !== undefined,
    /** Limits › Order placement response time counts where we were no load; undefined as long as that is open. */
    judged(judgement: Judgement, { exchange, durationMs, wasAlone, isQuiet }: Seen): Judgement | undefined {
      const { outcome } = judgement;
      if (judgement.requirement !== requirement) return judgement;
      if (outcome.status === 'failed' && !wasAlone) {
        late ??= { ...outcome, exchanges: [exchange] };
        return undefined;
      }
      if (late === undefined || !isQuiet) return judgement;
      const { exchanges = [], ...before } = late;
      late = undefined;
      const shown: CheckOutcome =
        outcome.status === 'failed'
          ? { ...outcome, exchanges: [...exchanges, exchange] }
          : warned(
              { ...before, exchanges: [exchange, ...exchanges] },
              `our own other calls may have slowed it down: sent alone, an order was answered in ${(durationMs / 1000).toFixed(1)} s`,
            );
      return { requirement, outcome: shown };
    },
    /** Whoever did not answer in our time is asked once more, alone, until one has not answered then either. */
    hasPatience: () => isPatient,
    lostPatience: () => void (isPatient = false),
    rest: (): Judgement | undefined =>
      late && {
        requirement,
        outcome: {
          status: 'not-exercised',
          reason: `an order took too long (${late.actual}) while our other calls were under way, and no order was sent alone afterwards`,
          unlock,
          usedUp: true,
        },
      },
  };
};
