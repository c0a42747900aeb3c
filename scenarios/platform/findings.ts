import type { CheckOutcome } from '#schemas';
import { failed, passed } from '../outcome.ts';
import type { PlatformAnswer } from '../context/platform.ts';

/** A status, or a class of them. */
export interface Wanted {
  readonly words: string;
  readonly holds: (status: number) => boolean;
}

export const status = (code: number): Wanted => ({ words: `status ${code}`, holds: (seen) => seen === code });
export const success: Wanted = { words: 'a 2xx answer', holds: (seen) => seen >= 200 && seen < 300 };
export const refusal: Wanted = { words: 'a 4xx answer', holds: (seen) => seen >= 400 && seen < 500 };

/** Passed when the answer has the wanted status. `what` begins the sentence: `A callback with a good result`. */
export const expectStatus = (answer: PlatformAnswer, what: string, wanted: Wanted): CheckOutcome =>
  wanted.holds(answer.status)
    ? passed
    : failed({
        message: `${what} was answered ${statusOf(answer)} instead of ${wanted.words}.`,
        expected: wanted.words,
        actual: shown(answer),
        exchanges: [answer.exchange],
      });

/** Passed when `holds`; `message` says what is wrong otherwise. */
export const expectThat = (
  holds: boolean,
  message: string,
  {
    expected,
    actual,
    answer,
  }: { readonly expected: string; readonly actual: string; readonly answer?: PlatformAnswer },
): CheckOutcome =>
  holds ? passed : failed({ message, expected, actual, ...(answer && { exchanges: [answer.exchange] }) });

export const isSuccess = ({ status: seen }: PlatformAnswer): boolean => success.holds(seen);

const statusOf = ({ status: seen }: PlatformAnswer): string => (seen === 0 ? 'not at all' : `with status ${seen}`);

export const shown = (answer: PlatformAnswer): string => {
  const line = answer.text.replaceAll(/\s+/g, ' ').trim();
  const excerpt = line.length > 200 ? `${line.slice(0, 200)}…` : line;
  if (answer.status === 0) return `no answer: ${excerpt}`;
  return excerpt === '' ? `${answer.status} with an empty body` : `${answer.status}: ${excerpt}`;
};

/** A member of an object, however deep; undefined where there is none. */
export const member = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

export const textOf = (value: unknown, ...path: readonly string[]): string | undefined => {
  const found = member(value, ...path);
  return typeof found === 'string' ? found : undefined;
};
