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

const bugs: Readonly<Record<string, Bug>> = {
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
