import { createReferenceTill, loadQueueClient, type PosVariant } from '#mocks/pos';
import { expect, test } from 'vitest';
import { asFault, type OddTill } from '#lab/doubles/till/odd-tills';
import { certify } from '../certify/certify.ts';

/** Each of them at one till, and with others, since a run takes half a minute. */
const styles: readonly (readonly [PosVariant, ...OddTill[]])[] = [
  [
    'copper',
    'shows no paid lines',
    'has prepaid orders at no table',
    'shows no closed table',
    'writes times far away and with nanoseconds',
    'has two workers',
    'charges a deposit with each order',
  ],
  [
    'copper',
    'writes a line for each piece',
    'shows payments of bills only',
    'accepts items in words',
    'writes amounts as numbers with a fraction',
    'has options on its menu',
  ],
  [
    'copper',
    'takes a tenth for service',
    'has a cover charge with the first order',
    'numbers its lines',
    'counts in rupiahs',
    'says more than is agreed',
    'notes by itself what is served',
  ],
  [
    'copper',
    'is closing while a bill waits',
    'shows a table only where it is asked for',
    'has bills that are valid for 20 s',
    'says that a table is as it was',
    'has a clock that is four minutes slow',
    'names nobody for tips',
  ],
  [
    'quartz',
    'begins another session once all is paid',
    'lets a newer bill take the place of an older one',
    'has a discount as a line of its own',
    'shows lines by name, what is unpaid first',
  ],
  [
    'quartz',
    'is busy for others while a bill waits',
    'has bills at tables only',
    'takes no payment for a table that has changed',
    'rejects what is more than twenty',
    'has a printer that fails at times',
  ],
  [
    'quartz',
    'takes no payment for a table that has changed',
    'says more than is agreed',
    'notes by itself what is served',
  ],
  ['copper', 'makes out no invoices', 'closes tables that are paid', 'rests for two seconds between polls'],
];

/** That a till has to make out invoices is not stated, so that who does not is only warned. */
const warned: Readonly<Partial<Record<OddTill, string>>> = { 'makes out no invoices': 'billing-details-refused' };

test.for(styles)('an odd till is not accused: %j %j', { timeout: 180_000 }, async ([variant, ...odd]) => {
  await loadQueueClient();
  const { result } = await certify(
    { party: 'pos', variant },
    { seed: 13, create: (clock) => createReferenceTill({ variant, clock, faults: [asFault(...odd)] }) },
  );
  const found = result.requirements.flatMap(({ id, violations }) =>
    violations
      .filter(({ cause }) => !odd.some((one) => warned[one] === cause))
      .map(({ message }) => `${id}: ${message}`),
  );
  expect(found).toEqual([]);
  expect(result.verdict).toBe('conformant');
});
