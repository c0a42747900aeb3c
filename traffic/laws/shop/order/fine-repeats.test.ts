import { expect, test } from 'vitest';
import { type Said, stream } from '../shop-stream.fixture.ts';
import { merchantLaws } from '../../merchant-laws.ts';
import { watch } from '../../watch.ts';

const sent = (oaOrderId: string, shopOrderId: string, basket: object = {}, parts: object = {}): Said => ({
  name: 'order',
  request: { oaOrderId, basket: { id: oaOrderId, ...basket }, ...parts },
  answer: { oaOrderId, shopOrderId },
});
const fine = [sent('a', 'A'), sent('a', 'A')];

/** What is said, after the usual sentence, of the first repeat that came out as another order. */
const told = (said: readonly Said[], lateMs = 0): string | undefined => {
  const { see } = watch(merchantLaws, { healthIntervalMs: 60_000, visibilityMs: 30_000, signatures: true });
  const exchanges = stream(...said);
  const last = exchanges.length - 1;
  return exchanges
    .map((one, index) => (index < last ? one : { ...one, at: one.at + lateMs, answeredAt: one.answeredAt + lateMs }))
    .flatMap(see)
    .flatMap(({ requirement, outcome }) =>
      requirement === 'order/idempotent' && outcome.status === 'failed' ? [outcome.message] : [],
    )[0]
    ?.split('before creating an order.')[1]
    ?.trim();
};

test('what sets it apart from repeats that were fine', () => {
  const user = { loggedUser: 'u' };
  expect(told([...fine, sent('b', 'B', user), sent('b', 'C', user)])).toBe(
    'It is of a logged-in user, and repeats without that were fine.',
  );
  expect(told([...fine, sent('b', 'B'), sent('b', 'C')], 5000)).toBe(
    'It came 5.1 s after the first, and repeats within 0.1 s were fine.',
  );
  expect(told([...fine, sent('a', 'B')])).toBe('One repeat of it had been answered with the first order.');
  const three = { products: [{ id: 'v' }, { id: 'w' }, { id: 'x' }] };
  expect(told([...fine, sent('b', 'B', three), sent('b', 'C', three)])).toBe(
    'It holds 3 products, and repeats of orders of fewer were fine.',
  );
  const bill = { billingDetails: { taxId: '1' } };
  expect(told([...fine, sent('b', 'B', {}, bill), sent('b', 'C', {}, bill)])).toBe(
    'It has billing details, and repeats without that were fine.',
  );
  const billed = [sent('c', 'C', {}, bill), sent('c', 'C', {}, bill)];
  expect(told([...fine, ...billed, sent('b', 'B', three, bill), sent('b', 'C', three, bill)])).toBe(
    'It holds 3 products and has billing details, and repeats of orders of fewer were fine.',
  );
  const lock: Said = { name: 'lock', request: { id: 'b' }, answer: { id: 'b' } };
  expect(told([...fine, sent('b', 'B'), lock, sent('b', 'C')])).toBe(
    'Its basket had been locked in between, and repeats without that were fine.',
  );
  expect(told([...fine, lock, lock, sent('b', 'B'), sent('b', 'C')])).toBe(
    'Its basket had been locked 2 times, and repeats of those that were locked less often were fine.',
  );
});

test('where none was fine, or those that were are alike, nothing is known of the cause', () => {
  const user = { loggedUser: 'u' };
  expect(told([sent('b', 'B', user), sent('b', 'C', user)])).toBe('');
  expect(told([sent('a', 'A', user), sent('a', 'A', user), sent('b', 'B', user), sent('b', 'C', user)])).toBe('');
});

test('copies at once, and the order of members', () => {
  const copies = [sent('a', 'A'), { ...sent('a', 'A'), beside: true } as const];
  expect(told([...copies, sent('b', 'B'), sent('b', 'C')])).toBe(
    'Copies that were under way at once were answered with one order.',
  );
  const other: Said = { ...sent('b', 'C'), request: { basket: { id: 'b' }, oaOrderId: 'b' } };
  expect(told([...fine, sent('b', 'B'), other])).toBe(
    'It had its JSON members in another order, and repeats without that were fine.',
  );
  expect(told([sent('b', 'B'), other])).toBe('It had its JSON members in another order.');
});
