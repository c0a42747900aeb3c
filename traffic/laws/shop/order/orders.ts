import type { Finding } from '#schemas';
import type { Says, Sight } from '../../../evidence/row.ts';
import { type Confirmed, type Heard, isCrash, type Placement, type Try } from '../../../ledgers/shop/orders.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';
import { orderConfirmed } from './confirmed.ts';
import { createDifferences } from './differences.ts';
import { orderIds } from './ids.ts';
import { orderStock } from './stock.ts';

/** A second order came of it. */
export const anotherOrder = 'another shopOrderId';

/** Why a repeat that is refused with 4xx is only a warning. */
export const noSecondOrder = 'no second order came of it, and what errors an order may have is not shown';

/** Why a repeat without an answer is only a warning. */
const lostOnItsWay = 'a call may be lost on its way now and then';

/** An order as it was confirmed first, and the exchange that shows it. */
interface First {
  readonly shopOrderId: string | undefined;
  readonly exchange: number;
}

export const orderedAnew = (
  first: First,
  { shopOrderId, exchange }: First,
  apart: readonly string[] = [],
): Finding & { readonly exchanges: readonly number[] } => ({
  message: [
    'The same order sent again was confirmed as another order, so the customer would get it twice; look the oaOrderId up before creating an order.',
    ...apart,
  ].join(' '),
  expected: `shopOrderId "${first.shopOrderId}"`,
  actual: `shopOrderId "${shopOrderId}"`,
  exchanges: [first.exchange, exchange],
  cause: anotherOrder,
});

/** `actual`: what the repeat was answered, in words. */
export const unconfirmedRepeat = (
  first: First,
  answer: { readonly kind: string; readonly status?: number },
  { actual, exchange }: { readonly actual: string; readonly exchange: number },
) => ({
  expected: `2xx with shopOrderId "${first.shopOrderId ?? ''}"`,
  actual,
  exchanges: [first.exchange, exchange],
  cause: answer.kind === 'refused' ? `repeat refused with ${answer.status}` : `repeat ${answer.kind}`,
});

const ids = ['order/idempotent', 'order/idempotent-concurrently'] as const;
const isOf = ({ isConcurrent }: Placement, requirement: string): boolean =>
  (requirement === 'order/idempotent-concurrently') === isConcurrent;

/** Endpoints › Rules: order placement is idempotent on oaOrderId, for what comes later and for what comes at once. */
const repeats: readonly ShopRow[] = ids.flatMap((requirement): readonly ShopRow[] => [
  {
    requirement,
    look: () => {
      // Of copies that are under way at once nothing sets one apart.
      const apartIn = requirement === 'order/idempotent' ? createDifferences().see : () => [];
      return (step) => {
        if (step.kind !== 'order') return undefined;
        const apart = apartIn(step);
        return isOf(step, requirement) ? judge(step, apart) : undefined;
      };
    },
  },
  {
    requirement,
    cause: 'repeat silent',
    // It may still be confirmed when it comes again.
    dueMs: Number.POSITIVE_INFINITY,
    dueAtEndMs: 0,
    look: () => (step) => {
      if (step.kind !== 'order' || !isOf(step, requirement)) return undefined;
      const { became, repeats, oaOrderId } = step;
      const { known, lost } = step.before;
      if (known === undefined) return undefined;
      if (became === 'same' || (became === 'lost' && lost !== undefined))
        return { voids: ({ unlike }) => unlike === oaOrderId };
      return became === 'lost' && repeats === 0
        ? { ...unconfirmed(known, step), unlike: oaOrderId, at: step.at }
        : undefined;
    },
  },
]);

const judge = (step: Placement, apart: readonly string[]): Says => {
  const { became, beside, repeats } = step;
  const { known, lost, isUnheard } = step.before;
  if (became === 'first') return isUnheard ? undefined : copyTrouble(beside);
  if (known === undefined) return undefined;
  switch (became) {
    case 'another':
      return anew(step, known, apart);
    case 'same':
      return [...(lost ? [{ ...unconfirmed(known, lost), leeway: lostOnItsWay }] : []), 'passed'];
    case 'lost':
      if (repeats > 0) return { ...unconfirmed(known, step), leeway: lostOnItsWay };
      return lost && unconfirmed(known, step);
    case 'declined':
    case 'crashed':
      if (beside.length > 0) return copyTrouble([step]);
      return { ...unconfirmed(known, step), ...(became === 'declined' && { leeway: noSecondOrder }) };
    case 'nothing':
      return undefined;
    default:
      return became satisfies never;
  }
};

const anew = ({ shopOrderId, n, isConcurrent }: Placement, known: Confirmed, apart: readonly string[]): Sight => ({
  ...orderedAnew({ ...known, exchange: known.n }, { shopOrderId, exchange: n }, apart),
  ...(isConcurrent && {
    message:
      'Copies of one order that were under way at once were confirmed as different orders, so the customer would get it twice; look the oaOrderId up and store it atomically, or with a unique index.',
  }),
});

const unconfirmed = (known: Confirmed, { n, heard }: Pick<Try, 'n' | 'heard'>): Sight => ({
  ...unconfirmedRepeat({ ...known, exchange: known.n }, heard, { actual: heardInWords(heard), exchange: n }),
});

/** The worst of the copies that were turned away while the first was being made. */
const copyTrouble = (copies: readonly Pick<Try, 'n' | 'heard'>[]): Sight | undefined => {
  const troubled = copies.filter(({ heard }) => heard.kind === 'refused' || heard.kind === 'unreadable');
  const crashed = troubled.find(({ heard }) => isCrash(heard, true));
  const worst = crashed ?? troubled[0];
  return (
    worst && {
      expected: '2xx with the same shopOrderId for every copy',
      actual: heardInWords(worst.heard),
      exchanges: [worst.n],
      cause: `copy ${crashed === undefined ? 'turned away' : 'broken'}`,
      ...(crashed === undefined && { leeway: noSecondOrder }),
    }
  );
};

export const heardInWords = (heard: Heard): string => {
  switch (heard.kind) {
    case 'answered':
    case 'refused':
      return `HTTP ${heard.status}`;
    case 'unreadable':
      return `HTTP ${heard.status} with an unreadable body (${heard.reason})`;
    case 'silent':
      return `no response (${heard.reason})`;
    default:
      return heard satisfies never;
  }
};

/** What a shop owes to orders: each is confirmed, once, under its own ids, whoever sends it again. */
export const orders = lawByRows('shop/orders', [...repeats, orderStock, orderConfirmed, ...orderIds], {
  'order/idempotent': ['no order was sent again'],
  'order/idempotent-concurrently': [
    'copies of an order are sent at once in new baskets, which need triggers.createBasket and products in merchant.fixtures.products.inStock',
    'triggers.createBasket',
  ],
  'order/oa-order-id-echo': ['no confirmation carries an oaOrderId'],
  'order/distinct-orders': ['fewer than two orders were confirmed', 'triggers.createBasket'],
});
