import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json } from '#lab/doubles/till/pos-restaurant';

interface Bug extends Twist {
  /** What it breaks, and nothing else. */
  readonly breaks: readonly string[];
}

/** Changes what a till shows of the session of a table. */
const session = (change: (session: Json, looks: number) => Json): NonNullable<Twist['till']> => {
  let looks = 0;
  return (sound) => ({
    table: (payload) => {
      const result = sound.table(payload);
      const { tableSessionContext: shown } = result;
      return shown === undefined ? result : { ...result, tableSessionContext: change(shown as Json, ++looks) };
    },
  });
};

const asOpen = ({ status, ...rest }: Json): Json => ({ ...rest, status: status === 'CLOSED' ? 'OPEN' : status });

const bugs: Readonly<Record<string, Bug>> = {
  'a closed table whose session is open, and has its end': {
    breaks: ['table/closed-at'],
    till: session((shown) => ({
      ...asOpen(shown),
      ...(shown['status'] === 'CLOSED' && { closedAt: '2026-05-01T13:00:00Z' }),
    })),
  },
  'a closed table whose session goes on': { breaks: ['table/closed-at'], till: session(asOpen) },
  'a session that begins with every look': {
    breaks: ['table/updated-at-moves'],
    till: session((shown, looks) => ({ ...shown, openedAt: new Date(looks * 1000).toISOString() })),
  },
};

test.each(Object.entries(bugs))(
  'a till that is wrong about sessions breaks just its requirements: %s',
  async (_, { breaks, ...twist }) => {
    const verdicts = await certify(commandScenarios, twist);
    expect(idsWith(verdicts, 'failed', 'warned')).toEqual(breaks.toSorted());
  },
);
