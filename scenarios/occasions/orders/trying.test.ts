import { expect, test } from 'vitest';
import type { CheckOutcome, OrderPlacement } from '#schemas';
import type { Row } from '../covering.ts';
import { plainOrder } from './levels.ts';
import { createOrderTrying, type Ordered } from './trying.ts';

const plain: Row = { ...plainOrder, delivery: 'CARRIER_A_COURIER' };
const finding = { message: 'm', expected: 'e', actual: 'HTTP 422' };
const readyAt = (basketValue: number) => ({
  order: { basket: { price: { basketValue } } } as unknown as OrderPlacement,
});

interface Shop {
  readonly refuses: (row: Row, orders: number) => boolean;
  readonly isForPoint?: boolean;
  readonly status?: number;
  /** What an order comes to, whatever was wished for. */
  readonly gives?: (row: Row) => Row;
  readonly base?: Row;
}

/** What is told of an order with these levels, and how many orders that took. */
const told = async (levels: Row, { refuses, isForPoint = false, status = 422, gives = (row) => row, base }: Shop) => {
  const said: [string, CheckOutcome][] = [];
  let orders = 0;
  const order = (wished: Row, pick: number): Promise<Ordered> => {
    const row = gives(wished['delivery'] === '' ? { ...wished, delivery: 'CARRIER_A_COURIER' } : wished);
    // A code takes something off.
    const ready = readyAt(row['code'] === 'none' ? 100 : 90);
    const placed = refuses(row, orders++)
      ? ({ kind: 'declined', ready, finding, status, isForPoint } as const)
      : ({ kind: 'confirmed', ready } as const);
    return Promise.resolve({ row, pick, placed });
  };
  const check = (breaks: string, outcome: CheckOutcome) => said.push([breaks, outcome]);
  const lookInto = createOrderTrying(
    { check },
    { order, isMade: true },
    { row: { ...plain, ...base }, pick: 0, placed: { kind: 'confirmed', ready: readyAt(100) } },
  );
  const avoided = await lookInto(await order({ ...plain, ...levels }, 3));
  const findings = said.map(([breaks, outcome]) => [
    breaks,
    outcome.status,
    'cause' in outcome ? outcome.cause : undefined,
  ]);
  return { avoided, findings, orders };
};

const everything: Row = {
  delivery: 'ELECTRONIC',
  cost: 'free',
  user: 'longest',
  consents: 'with',
  invoice: 'with',
  texts: 'marks',
  lines: 'two',
  change: 'changed',
  lock: 'none',
  id: 'capitals',
  afterwards: 'beside',
};

const alone: readonly (readonly [Row, string, string])[] = [
  [{ delivery: 'ELECTRONIC' }, 'order/every-delivery-option', 'delivery ELECTRONIC'],
  [{ invoice: 'with' }, 'order/optional-parts', 'parts with billing details'],
  [{ user: 'longest' }, 'order/confirmed', 'declined for longest'],
  [{ texts: 'astral' }, 'order/confirmed', 'declined for astral'],
  [{ cost: 'free' }, 'order/confirmed', 'declined for what its delivery costs'],
  [{ change: 'changed' }, 'order/confirmed', 'changed basket declined'],
  [{ lock: 'reloaded' }, 'lock/orderable', 'lock lost with a retrieval'],
  [{ lock: 'recalculated' }, 'lock/orderable', 'lock lost with a recalculation'],
];
test.each(alone)('an order that is refused for %o alone is told of by that', async (level, breaks, cause) => {
  const refuses = (row: Row) => Object.entries(level).every(([factor, name]) => row[factor] === name);
  const { avoided, findings } = await told({ ...everything, ...level }, { refuses });
  expect(findings).toEqual([[breaks, 'failed', cause]]);
  expect(avoided).toEqual(level);
});

test('a locked basket is to be ordered whatever its customer locks beside it', async () => {
  const refuses = ({ afterwards, lock }: Row) => afterwards === 'beside' && lock !== 'none';
  const { findings, avoided } = await told({ afterwards: 'beside', texts: 'marks' }, { refuses });
  expect(findings).toEqual([['lock/orderable', 'failed', 'lock lost with another basket']]);
  expect(avoided).toEqual({ afterwards: 'beside' });
});

test('what is refused only together is told of by what it takes', async () => {
  const refuses = ({ delivery, invoice }: Row) => delivery === 'ELECTRONIC' && invoice === 'with';
  const { findings, avoided } = await told(everything, { refuses });
  expect(findings).toEqual([['order/every-delivery-option', 'failed', 'together with billing details, by ELECTRONIC']]);
  expect(avoided).toEqual({ delivery: 'ELECTRONIC', invoice: 'with' });
});

test('a guest who may not pick up is told of, though the pickup point may be unknown', async () => {
  const refuses = ({ delivery, user }: Row) => delivery === 'INSTORE_PICKUP' && user === 'guest';
  const { findings } = await told({ delivery: 'INSTORE_PICKUP' }, { refuses, isForPoint: true });
  expect(findings).toEqual([['order/every-delivery-option', 'failed', 'together for a guest, by INSTORE_PICKUP']]);
});

const open: readonly (readonly [string, Row, Shop])[] = [
  [
    'a point that we made up',
    { delivery: 'INSTORE_PICKUP' },
    { refuses: (row) => row['delivery'] === 'INSTORE_PICKUP', isForPoint: true },
  ],
  ['a basket that is not locked', { lock: 'none' }, { refuses: (row) => row['lock'] === 'none' }],
  ['an id of another form', { id: 'capitals' }, { refuses: (row) => row['id'] === 'capitals' }],
  [
    'a user who has not agreed to the terms',
    { user: 'logged' },
    { refuses: ({ user, consents }) => user === 'logged' && consents === 'without' },
  ],
  ['a code, where any order of so little is', { code: 'valid' }, { refuses: ({ code }) => code === 'valid' }],
  ['a code that was used up by the first order with it', { code: 'valid' }, { refuses: (_, orders) => orders === 0 }],
  ['whatever comes once in a while', { invoice: 'with', texts: 'marks' }, { refuses: (_, orders) => orders === 0 }],
  ['everything from now on', { invoice: 'with' }, { refuses: () => true }],
  ['its company', { afterwards: 'beside', lock: 'none' }, { refuses: (row) => row['afterwards'] === 'beside' }],
  [
    'a recalculation after its lock, where a lock is needed',
    { lock: 'recalculated' },
    { refuses: ({ lock }) => lock === 'recalculated' || lock === 'none' },
  ],
];
test.each(open)('nothing is told of an order that is refused for %s', async (_, levels, shop) => {
  const { findings } = await told(levels, shop);
  expect(findings.filter(([, status]) => status === 'failed')).toEqual([]);
});

test('an order of a user without consents that crashes is told of', async () => {
  const refuses = ({ user, consents }: Row) => user === 'logged' && consents === 'without';
  const { findings } = await told({ user: 'logged' }, { refuses, status: 500 });
  expect(findings).toEqual([['order/confirmed', 'failed', '5xx without consents']]);
});

test('where parts are demanded, an order without them is what is refused', async () => {
  const { findings } = await told(
    { invoice: 'without', texts: 'marks' },
    { refuses: ({ invoice }) => invoice === 'without', base: { invoice: 'with' } },
  );
  expect(findings).toEqual([['order/optional-parts', 'failed', 'parts without billing details']]);
});

test('a delivery whose cost goes with it is told of with it', async () => {
  const gives = (row: Row): Row => ({ ...row, cost: row['delivery'] === 'CARRIER_B_PICKUP' ? 'free' : 'paid' });
  const refuses = ({ delivery }: Row) => delivery === 'CARRIER_B_PICKUP';
  const { findings } = await told({ delivery: 'CARRIER_B_PICKUP', invoice: 'with' }, { refuses, gives });
  expect(findings).toEqual([
    ['order/every-delivery-option', 'failed', 'together with a delivery that costs nothing, by CARRIER_B_PICKUP'],
  ]);
});
