import { expect, test } from 'vitest';
import { commandKinds, commands, validate } from '#schemas';
import { samplePayload } from './samples.ts';

const nothing = { tableIds: [], listingIds: [] };
const known = {
  tableIds: ['T7', 'T8'],
  listingIds: ['L7', 'L8', 'L9'],
  bill: { posBillId: 'B9', amount: { value: 4200, currency: 'EUR' } },
};

test.each(commandKinds)('a sample of %s is valid whatever the seed, and the same for the same', (kind) => {
  for (let seed = 0; seed < 20; seed += 1)
    for (const facts of [nothing, known]) {
      const payload = samplePayload(kind, facts, { seed, now: Date.UTC(2026, 10, 22) });
      expect(validate(commands[kind].payload, payload)).toEqual([]);
      const { payment: _, nonce: __, ...rest } = payload as Record<string, unknown>;
      expect(samplePayload(kind, facts, { seed, now: Date.UTC(2026, 10, 22) })).toMatchObject(rest);
    }
});

test('a sample uses what the till knows', () => {
  const options = { seed: 4, now: 0 };
  expect(known.tableIds).toContain(Object(samplePayload('TableOrderSnapshotRequested', known, options)).tableId);
  expect(samplePayload('BillPaymentCompleted', known, options)).toMatchObject({
    posBillId: 'B9',
    payment: { amount: known.bill.amount },
  });
});
