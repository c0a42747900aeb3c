import { type Finding, parseTimestamp } from '#schemas';

/** The fraction may be left out of one text and told in another. */
const roundedMs = 1_000;

/** Not the same instant, however it is spelt; without an offset nobody knows which. */
export const isAnotherMoment = (before: string, after: string): boolean => {
  const [one, other] = [parseTimestamp(before), parseTimestamp(after)];
  if (one === undefined || other?.hasOffset !== one.hasOffset) return false;
  return Math.abs(one.epochMs - other.epochMs) >= roundedMs;
};

interface Opened {
  readonly openedAt: string;
  readonly exchange: number;
}

export const openedAtMoved = (first: Opened, then: Opened): Finding => ({
  message:
    'A table on which all stands that stood there before shows another openedAt; it is the time when the session began, and stays.',
  expected: `openedAt ${first.openedAt}, as before`,
  actual: `openedAt ${then.openedAt}`,
  pointer: '/tableSessionContext/openedAt',
  exchanges: [first.exchange, then.exchange],
  cause: 'openedAt moves within a session',
});
