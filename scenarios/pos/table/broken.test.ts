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

/** The last line of a table at which this happened stands on no bill of it. */
const unbilled = (changeType: string): Bug => {
  let touched: { readonly lines: readonly { readonly key: number }[] } | undefined;
  const left = new Set<number>();
  return {
    breaks: ['bill/unpaid-lines'],
    event: (event) => {
      const key = touched?.lines.at(-1)?.key;
      if (event.body['changeType'] === changeType && key !== undefined) left.add(key);
      return event;
    },
    till: (sound, { tables }) => ({
      changed: (table) => {
        sound.changed(table);
        touched = table;
      },
      bill: (payload) => {
        const table = tables.get(String((payload['orderContext'] as Json)['stationId']));
        const hidden = table?.lines.filter(({ key, paid }) => !paid && left.has(key)) ?? [];
        for (const line of hidden) line.paid = true;
        const result = sound.bill(payload);
        for (const line of hidden) line.paid = false;
        return result;
      },
    }),
  };
};

const bugs: Readonly<Record<string, Bug>> = {
  'a session that begins with every look': {
    breaks: ['table/updated-at-moves'],
    till: session((shown, looks) => ({ ...shown, openedAt: new Date(looks * 1000).toISOString() })),
  },
  'a line that a waiter added is on no bill': unbilled('POS_LINE_ADDED'),
  'a line that was delivered is on no bill': unbilled('LINE_DELIVERED'),
};

test.each(Object.entries(bugs))(
  'a till that is wrong about what happens at a table breaks just its requirements: %s',
  async (_, { breaks, ...twist }) => {
    const verdicts = await certify(commandScenarios, twist);
    expect(idsWith(verdicts, 'failed', 'warned')).toEqual(breaks.toSorted());
  },
);

test('a table that is free for the next guests once it is closed is open in another session', async () => {
  let sessions = 0;
  const freed: Twist = {
    till: (sound) => ({
      changed: (table) => {
        sound.changed(table);
        if (table.status !== 'CLOSED') return;
        sessions += 1;
        Object.assign(table, { status: 'OPEN', lines: [] });
      },
      table: (payload) => {
        const result = sound.table(payload);
        const { tableSessionContext: shown } = result;
        const openedAt = new Date(sessions).toISOString();
        return shown === undefined ? result : { ...result, tableSessionContext: { ...(shown as Json), openedAt } };
      },
    }),
  };
  const verdicts = await certify(
    commandScenarios.filter(({ id }) => id === 'pos/table-changes'),
    freed,
  );
  expect(sessions).toBeGreaterThan(0);
  expect(idsWith(verdicts, 'failed', 'warned')).toEqual([]);
});
