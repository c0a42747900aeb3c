import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Line, Table } from '#lab/doubles/till/pos-restaurant';

const submission = commandScenarios.filter(({ id }) => id === 'pos/submission');

/** Does something with what was ordered without a payment where somebody has paid at once: the so manieth order of a table. */
const ordering = (act: (line: Line, order: number, table: Table) => void): NonNullable<Twist['till']> => {
  const orders = new Map<string, number>();
  return (sound, { tables }) => ({
    submit: (payload) => {
      const result = sound.submit(payload);
      const table = tables.get(String(Object(payload['orderContext']).stationId));
      const line = table?.lines.at(-1);
      if (table === undefined || line === undefined || result['success'] !== true) return result;
      const order = orders.get(table.id);
      if (payload['payment'] !== undefined) orders.set(table.id, 0);
      else if (order !== undefined) {
        orders.set(table.id, order + 1);
        act(line, order, table);
      }
      return result;
    },
  });
};

const toldBy = async (...how: Parameters<typeof ordering>) =>
  idsWith(await certify(submission, { till: ordering(...how) }), 'failed', 'warned');

test('a till that takes what is not paid for paid, once something was paid at once, is told of', async () => {
  expect(
    await toldBy((line) => {
      line.paid = true;
    }),
  ).toEqual(['bill/unpaid-lines']);
});

test('one order that costs nothing is not, nor what somebody pays meanwhile, nor a table that closes', async () => {
  expect(
    await toldBy((line, order) => {
      if (order === 0) line.paid = true;
    }),
  ).toEqual([]);
  expect(
    await toldBy((line, _, table) => {
      line.paid = true;
      table.payments.push('cash');
    }),
  ).toEqual([]);
  expect(
    await toldBy((_, __, table) => {
      table.status = 'CLOSED';
    }),
  ).toEqual([]);
});
