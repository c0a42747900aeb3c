import { expect, test } from 'vitest';
import { certify, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json, Line } from '#lab/doubles/till/pos-restaurant';
import { submissionPlan } from './occasions.ts';

/** Puts more lines on a table with an order of these numbers, of those that are paid or of all. */
const adding = (
  when: (paid: boolean, order: number) => boolean,
  more: (line: Line) => object = (line) => line,
): NonNullable<Twist['till']> => {
  let orders = 0;
  return (sound, { tables }) => ({
    submit: (payload) => {
      const result = sound.submit(payload);
      const table = tables.get(String(Object(payload['orderContext']).stationId));
      const line = table?.lines.at(-1);
      if (table === undefined || line === undefined || result['success'] !== true) return result;
      const paid = payload['payment'] !== undefined;
      if (when(paid, paid ? ++orders : orders))
        table.lines = [...table.lines, { ...line, key: line.key + 1000, ...more(line) }];
      return { ...result, tableOrderSnapshot: sound.snapshotOf(table) } satisfies Json;
    },
  });
};

const failedBy = async (...how: Parameters<typeof adding>) =>
  idsWith(
    await certify([submissionPlan], {
      repeats: 'answered',
      world: { attempted: () => undefined },
      till: adding(...how),
    }),
    'failed',
    'warned',
  );

test('a till that enters each order that is paid at once twice, and others once, is told of', async () => {
  expect(await failedBy((paid) => paid)).toEqual(['table/lines-follow-orders']);
});

test('one whose orders all come twice by then is not', async () => {
  expect(await failedBy((_, order) => order > 0)).toEqual([]);
});

test('a waiter who adds the same once or twice is not, nor what comes with every order, nor a line for the payment', async () => {
  expect(await failedBy((paid, order) => paid && order < 3)).toEqual([]);
  expect(await failedBy(() => true)).toEqual([]);
  expect(
    await failedBy(
      (paid) => paid,
      ({ count }) => ({ count: -count }),
    ),
  ).toEqual([]);
});
