import type { CheckOutcome, Finding } from '#schemas';
import { beginning } from '#traffic';
import { reducedBasket } from '../../arrange/basket/products.ts';
import { freshId } from '../../arrange/identity.ts';
import { answerInWords, openBasket } from '../../arrange/basket/open-basket.ts';
import { orderHeard } from './heard-order.ts';
import { type Declined, paidOtherwise, unknownPoint } from './order-request.ts';
import { type OrderWish, prepareOrder, type ReadyOrder } from './prepared-order.ts';
import type { OrderWorld } from './order-echo.ts';
import { failed, notExercised, outcomeOf, passed, Unmet, unlessUnmet, unmet } from '../../outcome.ts';
import { readBasket, type ReadBasket, readConfirmation } from '../../arrange/basket/read-basket.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import type { Answer } from '../../context/merchant.ts';

export interface Confirmed {
  readonly kind: 'confirmed';
  readonly ready: ReadyOrder;
  /** Undefined where the confirmation carries none that can be read. */
  readonly shopOrderId: string | undefined;
  readonly exchange: number;
}

export type Placed =
  | Confirmed
  | (Declined & { readonly ready: ReadyOrder })
  /** Nothing could be ordered, or what was ordered is no longer there. */
  | { readonly kind: 'undecided'; readonly outcome: CheckOutcome };

const undecided = (outcome: CheckOutcome) => ({ kind: 'undecided', outcome }) as const;

/** Places one order and sees whether it is confirmed; what a refusal means is for the caller to say. */
export const place = async (world: OrderWorld, wish: OrderWish = {}): Promise<Placed> => {
  const ready = await outcomeOf(prepareOrder(world, wish));
  if ('status' in ready) return undecided(ready);
  return await send(world, ready);
};

export const send = async (
  world: OrderWorld,
  ready: ReadyOrder,
  /** False where the caller finds out itself whether the products can still be had. */
  { asksSupply = true }: { readonly asksSupply?: boolean } = {},
): Promise<Placed> => {
  const answer = await orderHeard(world, ready.order);
  if (answer.kind === 'unsent') return undecided(notExercised(answer.reason, answer.unlock));
  if (answer.kind === 'answered') return confirmedBy(world, ready, answer);
  if (asksSupply && !ready.locked && answer.kind === 'refused') {
    const supply = await supplyOf(world, ready, answer.status);
    if (supply !== undefined) return undecided(supply);
  }
  // Twice in a row it is no passing failure; whoever watches knows whether such an order was confirmed before.
  if (answer.kind === 'refused' && answer.status >= 500) await world.merchant.order(ready.order, { expect: 'any' });
  // Whether there was anything to order with is then the question, and its answer may be right.
  if (ready.isOnlyRetrieved && answer.kind === 'refused' && answer.status < 500) return undecided(noLongerOffered);
  if (answer.kind === 'refused' && answer.status < 500 && (await isPaidOtherwise(world, ready)))
    return undecided(paidWrong);
  const isForPoint = ready.isPointMadeUp && answer.kind === 'refused' && answer.status < 500;
  const status = answer.kind === 'refused' ? answer.status : undefined;
  return { kind: 'declined', ready, finding: findingOf(ready, answer), status, isForPoint };
};

/** How paymentDetails.amount relates to discounts is not shown: who works it out and compares may have another reading. */
const isPaidOtherwise = async (world: OrderWorld, { order }: ReadyOrder): Promise<boolean> => {
  const other = paidOtherwise(order);
  return other !== undefined && (await world.merchant.order(other, { expect: 'any' })).kind === 'answered';
};

const paidWrong = notExercised(
  'an order with discounts was declined, and confirmed with the other reading of paymentDetails.amount, which the specification leaves open',
  'assumptions.assume/payment-amount',
);

const noLongerOffered = notExercised(
  'the last answer about the basket offers no delivery option, and the shop declined an order with an option of the retrieval',
);

/** A confirmation, judged for whose order it confirms. */
const confirmedBy = (
  world: OrderWorld,
  ready: ReadyOrder,
  answer: Extract<Answer, { kind: 'answered' }>,
): Confirmed => {
  world.check('order/confirmed', passed);
  const { shopOrderId } = readConfirmation(answer.body);
  return { kind: 'confirmed', ready, shopOrderId, exchange: answer.exchange };
};

/**
 * A basket that was not locked promises nothing, so a refusal counts only while its products can still be had: asked of
 * another basket of the same lines where one can be made, since nobody has to answer about one whose order came to nothing.
 */
const supplyOf = async (
  world: OrderWorld,
  { order }: ReadyOrder,
  status: number,
): Promise<CheckOutcome | undefined> => {
  const { id, price, products } = order.basket;
  const isShort = (now: ReadBasket): boolean =>
    products.some((product) => lineOutcome(now, product.id, product.quantity).kind === 'reported');
  const lines = products.map((product) => ({ variantId: product.id, quantity: product.quantity }));
  const other = world.triggers.has('createBasket')
    ? await unlessUnmet(openBasket(world, { lines, linesRequired: true }))
    : undefined;
  if (other) return isShort(other.basket) ? soldOut : undefined;
  const basket = readBasket({ id, price: { ...price, discounts: [] }, products });
  const answer = await world.merchant.recalculate(reducedBasket(id, basket), { expect: 'any' });
  if (answer.kind === 'unsent' && status < 500)
    return notExercised('an order was refused, perhaps because it was sold out', answer.unlock);
  if (answer.kind !== 'answered') return undefined;
  return isShort(readBasket(answer.body)) ? soldOut : undefined;
};

const soldOut = notExercised(
  'the product was sold out before it could be ordered, perhaps by earlier orders of this run; list a product with more stock in merchant.fixtures.products.inStock, or restock it',
  'merchant.fixtures.products.inStock',
);

const findingOf = (ready: ReadyOrder, answer: Exclude<Answer, { kind: 'answered' | 'unsent' }>): Finding => ({
  expected: '2xx with a confirmation',
  actual: `${answer.kind === 'refused' ? `HTTP ${answer.status}: ${beginning(answer.text, 160) || 'an empty body'}` : answerInWords(answer)}${renamed(ready)}`,
  exchanges: [...ready.exchanges, answer.exchange],
  cause: answer.kind === 'refused' ? `order refused with ${answer.status}` : `order ${answer.kind}`,
});

/** Ordered is what the last answer holds, under the id it has there. */
const renamed = ({ scannedAs, order }: ReadyOrder): string =>
  scannedAs === undefined
    ? ''
    : `, to an order of "${order.basket.id}", which is the id the last answer gave to the basket that was scanned as "${scannedAs}"`;

/** An order to start from, and those that were declined before it. */
export interface Started {
  readonly order: Confirmed;
  readonly declined: readonly Extract<Placed, { kind: 'declined' }>[];
}

/** The plainest order first, then what might make a difference; which difference it was is judged where it belongs. */
const variations = (world: OrderWorld): readonly OrderWish[] => [
  {},
  ...(world.claims.lock ? [{ lock: false }] : []),
  { delivery: (offered) => offered[1] ?? offered[0], consents: true },
  { delivery: (offered) => offered.at(-1), consents: true, invoice: true, loggedUser: freshId() },
];

/**
 * Where the plainest order is declined, others are tried: a target that only declines one delivery option or a locked
 * basket still confirms orders. When none is confirmed, that is what `order/confirmed` says.
 */
export const placeAny = async (world: OrderWorld): Promise<Started> => {
  const declined: Extract<Placed, { kind: 'declined' }>[] = [];
  for (const wish of variations(world)) {
    const placed = await place(world, wish);
    if (placed.kind === 'confirmed') return { order: placed, declined };
    if (placed.kind === 'declined') declined.push(placed);
    else if (declined.length === 0) throw new Unmet(placed.outcome);
  }
  const [first] = declined;
  const isTold = declined.some(({ isForPoint }) => !isForPoint);
  if (first)
    world.check('order/confirmed', isTold ? failed(first.finding) : unknownPoint(first.ready.delivery, first.finding));
  throw unmet('no order was confirmed');
};
