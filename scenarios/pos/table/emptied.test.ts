import { expect, test } from 'vitest';
import { certify, commandScenarios } from '#lab/doubles/till/pos-fake';
import type { Json } from '#lab/doubles/till/pos-restaurant';

/** What is said of a till that answers requests with a checkpoint otherwise. */
const saidOf = async (change: (result: Json) => Json) => {
  const verdicts = await certify(
    commandScenarios.filter(({ id }) => id === 'pos/table'),
    {
      till: (sound, { tables }) => {
        for (const table of tables.values())
          if (table.status === 'OPEN') table.lines = [{ key: 1, sku: 'soup', count: 1, paid: false }];
        return {
          table: (payload) => {
            const result = sound.table(payload);
            return payload['checkpoint'] === undefined ? result : change(result);
          },
        };
      },
    },
  );
  return [...verdicts].flatMap(([id, outcomes]) =>
    outcomes.flatMap(({ status }) => (status === 'failed' || status === 'warned' ? [`${id} ${status}`] : [])),
  );
};

const shown = (result: Json, more: object): Json => ({
  ...result,
  tableOrderSnapshot: { ...Object(result['tableOrderSnapshot']), ...more },
});

test('a table without lines for a checkpoint, and with them without one, is warned of', async () => {
  expect(await saidOf((result) => shown(result, { lines: [] }))).toEqual(['table/updated-at-moves warned']);
});

test('a whole one is not, nor one at another time', async () => {
  expect(await saidOf((result) => result)).toEqual([]);
  expect(await saidOf((result) => shown(result, { lines: [], updatedAt: '2026-05-01T13:30:00.000Z' }))).toEqual([]);
});
