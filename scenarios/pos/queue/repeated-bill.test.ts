import { expect, test } from 'vitest';
import { certify, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import repeatedBill from './repeated-bill.ts';

const failedAt = async (twist: Twist) => idsWith(await certify([repeatedBill], twist), 'failed', 'warned');

test('a request for a bill that is refused each time it comes again is told of, where its bill can be had', async () => {
  // Worked off once more, it finds the bill of the first time in its way.
  expect(await failedAt({ repeats: 'applied' })).toEqual(['queue/duplicate-same-result', 'queue/idempotency-key']);
});

test.for(['answered', undefined] as const)('one that comes again and is %s is not', async (repeats) => {
  expect(await failedAt(repeats === undefined ? {} : { repeats })).not.toContain('queue/duplicate-same-result');
});

test('nor is one whose table is another meanwhile, or has no bill', async () => {
  const touched: Twist = {
    repeats: 'applied',
    till: (sound, { tables }) => ({
      bill: (payload) => {
        const result = sound.bill(payload);
        for (const table of tables.values())
          table.lines = [...table.lines, { key: -1, sku: 'l1', count: 1, paid: true }];
        return result;
      },
    }),
  };
  const settled: Twist = {
    repeats: 'applied',
    till: (sound) => {
      let bills = 0;
      return {
        bill: (payload) =>
          bills++ > 0 ? { success: false, reasonCode: 'NO_OPEN_BILL', retryable: false } : sound.bill(payload),
      };
    },
  };
  for (const twist of [touched, settled]) expect(await failedAt(twist)).not.toContain('queue/duplicate-same-result');
});
