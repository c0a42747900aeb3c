import { createReferenceTill, loadQueueClient, type PosVariant } from '#mocks/pos';
import { expect, test } from 'vitest';
import { asFault, type OddTill } from '#lab/doubles/till/odd-tills';
import { certify } from '../certify/certify.ts';

/** Each of them at one till, and with others, since a run takes half a minute. */
const styles: readonly (readonly [PosVariant, ...OddTill[]])[] = [
  ['copper', 'shows no paid lines', 'has prepaid orders at no table', 'shows no closed table'],
  ['copper', 'writes a line for each piece', 'shows payments of bills only', 'accepts items in words'],
  ['copper', 'takes a tenth for service', 'has a cover charge with the first order', 'numbers its lines'],
  ['copper', 'is closing while a bill waits', 'shows a table only where it is asked for'],
  ['quartz', 'begins another session once all is paid', 'lets a newer bill take the place of an older one'],
  ['quartz', 'is busy for others while a bill waits', 'has bills at tables only', 'makes out no invoices'],
];

test.for(styles)('an odd till is not accused: %j', { timeout: 180_000 }, async ([variant, ...odd]) => {
  await loadQueueClient();
  const { result } = await certify(
    { party: 'pos', variant },
    { create: (clock) => createReferenceTill({ variant, clock, faults: [asFault(...odd)] }) },
  );
  const failed = result.requirements.filter(({ status }) => status === 'failed');
  expect(failed.flatMap(({ id, violations }) => violations.map(({ message }) => `${id}: ${message}`))).toEqual([]);
  expect(result.verdict).toBe('conformant');
});
