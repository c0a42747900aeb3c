import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { type Buyer, buyerFrom } from '../../arrange/buyer.ts';
import {
  type Extras,
  inStorePickup,
  orderable,
  type OrderAssumptions,
  orderOf,
  type PickupPointKey,
} from './order-request.ts';
import { openBasket, type OpenBasket, unanswered } from '../../arrange/basket/open-basket.ts';
import { deliverable, noDelivery, withDelivery } from './deliverable-basket.ts';
import { notExercised, Unmet, unlessUnmet } from '../../outcome.ts';
import { type ReadBasket, readBasket, type ReadDeliveryOption } from '../../arrange/basket/read-basket.ts';
import type { MerchantWorld, Property } from '../../context/merchant.ts';

/** How an order should differ from the plainest one. */
export interface OrderWish {
  /** Lock the basket first. Default: what the target claims. */
  readonly lock?: boolean;
  /** Which of the offered delivery options, by key; the first without. */
  readonly delivery?: (offered: readonly ReadDeliveryOption[]) => ReadDeliveryOption | undefined;
  readonly invoice?: boolean;
  readonly consents?: boolean;
  /** Recalculated for this user first, and ordered as that user. */
  readonly loggedUser?: string;
  /** Somebody else than the plain buyer, in these respects. */
  readonly buyer?: Partial<Buyer>;
  /** A basket that is open already. */
  readonly opened?: OpenBasket;
  /** The same as it was retrieved, where it has been recalculated since. */
  readonly retrieved?: ReadBasket;
  /** The answer of a lock that still holds: ordered as it is, and not locked again. */
  readonly lockedAs?: ReadBasket;
}

/** An order ready to be sent. */
export type ReadyOrder = Awaited<ReturnType<typeof prepareOrder>>;

/** Everything up to the order: a basket of its own, scanned, locked where the target locks, with a delivery chosen. */
export const prepareOrder = async (world: MerchantWorld<never>, wish: OrderWish = {}) => {
  const begun = wish.opened ?? (await openOrderable(world));
  // Whoever opened a basket says how much of it is ordered.
  const offering = wish.opened ? withDelivery : deliverable;
  // What was recalculated or locked has had its occasion to offer delivery.
  const opened = (wish.retrieved ?? wish.lockedAs) ? begun : await offering(world, begun);
  const settled = await settle(world, opened, wish);
  const { basket, exchanges, locked } = settled;
  const ordered = orderable(opened.basketId, basket);
  if ('reason' in ordered)
    throw new Unmet(ordered.isEmpty === true && opened.origin === 'trigger' ? soldOut : notExercised(ordered.reason));
  const { offered, isOnlyRetrieved } = optionsOf(basket, wish.retrieved ?? opened.basket);
  const option = wish.delivery ? wish.delivery(offered) : offered[0];
  if (option === undefined) throw new Unmet(offered.length === 0 ? noDelivery(opened.origin) : otherDelivery);
  const extras: Extras = {
    invoice: world.claims.invoice && (wish.invoice === true || basket.invoiceAddressMandatory),
    consents: wish.consents === true,
    loggedUser: settled.loggedUser,
  };
  const scannedAs = (wish.retrieved ?? opened.basket).id;
  const pointId = world.fixtures.pickupPoints?.[option.key];
  const buyer = {
    ...buyerFrom(`${world.seed}/${world.scenario}`),
    ...wish.buyer,
    ...(pointId !== undefined && { pointId }),
  };
  return {
    order: orderOf(ordered, option, buyer, extras, assumptionsOf(world)),
    /** It goes to a pickup point of the shop's own that we made up: only the shop can name one. */
    isPointMadeUp: option.key === inStorePickup && pointId === undefined,
    /** Key of the delivery option. */
    delivery: option.key,
    /** The basket offered delivery as it was retrieved, and none at all in the last answer about it. */
    isOnlyRetrieved,
    locked,
    /** The basket as the target last returned it, and when. */
    basket,
    /** The id it was scanned under, where the last answer gave it another one. */
    scannedAs: scannedAs === ordered.id ? undefined : scannedAs,
    receivedAt: settled.receivedAt,
    /** The exchanges that led here. */
    exchanges,
  };
};

const soldOut = notExercised(
  'a new basket holds nothing that can be ordered; its products may be sold out by earlier orders of this run: list products with more stock in merchant.fixtures.products.inStock, or restock them',
  'merchant.fixtures.products.inStock',
);
/** Of an option that stood in one answer and not in the next. */
export const otherDelivery = notExercised(
  'one answer about the basket offers the delivery option and the next does not',
);

/** What there is to choose from: some shops offer delivery only as they show a basket, and still take orders with it. */
const optionsOf = (
  basket: ReadBasket,
  retrieved: ReadBasket,
): { readonly offered: readonly ReadDeliveryOption[]; readonly isOnlyRetrieved: boolean } => {
  const [now, before] = [basket.deliveryOptions ?? [], retrieved.deliveryOptions ?? []];
  // What is short may leave nothing to deliver.
  const isShort = basket.lines?.some(({ error }) => error !== undefined) === true;
  const isOnlyRetrieved = now.length === 0 && before.length > 0 && !isShort;
  // No order of them is stated, and an order's twin has to come to the same one.
  return { offered: (isOnlyRetrieved ? before : now).toSorted(byKey), isOnlyRetrieved };
};

const byKey = (a: ReadDeliveryOption, b: ReadDeliveryOption): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : a.cost - b.cost;

/** One of several fixture baskets may hold only what is sold out, or offer no delivery, and be as it should. */
export const openOrderable = async (world: MerchantWorld<never>): Promise<OpenBasket> => {
  const next = () => openBasket(world, { toOrder: true });
  const first = await next();
  for (let opened: OpenBasket | undefined = first; ; opened = await unlessUnmet(next())) {
    if (opened === undefined) return first;
    const nothing = opened.basket.deliveryOptions?.length === 0 || productsOf(opened.basket).length === 0;
    if (!nothing || opened.origin === 'trigger') return opened;
  }
};

/** Every attempt uses a basket up; where no more can be made, one attempt has to do. */
export const affordable = (
  world: Pick<MerchantWorld, 'triggers'>,
  runs: Property<unknown>['runs'],
): Property<unknown>['runs'] => (world.triggers.has('createBasket') ? runs : { quick: 1, standard: 1, thorough: 1 });

interface Settled {
  readonly receivedAt: number;
  readonly basket: ReadBasket;
  readonly locked: boolean;
  readonly loggedUser: string | undefined;
  readonly exchanges: readonly number[];
}

/** The last answer about the basket before it is ordered. */
const settle = async (world: MerchantWorld<never>, opened: OpenBasket, wish: OrderWish): Promise<Settled> => {
  let basket = opened.basket;
  let loggedUser = basket.loggedUser;
  const exchanges = [opened.exchange];
  const receivedAt = world.clock.now();
  if (wish.lockedAs !== undefined) {
    const user = wish.lockedAs.loggedUser ?? loggedUser;
    return { basket: wish.lockedAs, locked: true, loggedUser: user, exchanges, receivedAt };
  }
  if (wish.loggedUser !== undefined && loggedUser === undefined) {
    const request = reducedBasket(opened.basketId, basket, { loggedUser: wish.loggedUser });
    // Whether a basket takes a user of ours is the target's affair: where it does not, the order goes without one.
    const answer = await world.merchant.recalculate(request, { expect: 'any' });
    const replied = answer.kind === 'answered' ? readBasket(answer.body) : undefined;
    // Nor is its user what an order of a basket that was given another id is declined for.
    if (answer.kind === 'answered' && replied?.id === request.id) {
      basket = replied;
      loggedUser = wish.loggedUser;
      exchanges.push(answer.exchange);
    }
  }
  const locked = wish.lock ?? world.claims.lock;
  if (!locked) return { basket, locked, loggedUser, exchanges, receivedAt: world.clock.now() };
  const user = loggedUser === undefined ? {} : { loggedUser };
  const answer = await world.merchant.lock(reducedBasket(opened.basketId, basket, user));
  if (answer.kind === 'unsent') throw new Unmet(unanswered('the basket to order could not be locked', answer));
  // What is wrong with the lock is charged to that; most shops can be ordered from without one.
  if (answer.kind !== 'answered')
    return { basket, locked: false, loggedUser, exchanges, receivedAt: world.clock.now() };
  exchanges.push(answer.exchange);
  return { basket: readBasket(answer.body), locked, loggedUser, exchanges, receivedAt: world.clock.now() };
};

const assumptionsOf = (world: MerchantWorld<never>): OrderAssumptions => {
  const pointKey = world.assumed('assume/pickup-point-key');
  const consentIds = world.assumed('assume/consent-ids');
  return {
    pickupPointKey: pickupPointKeys.find((key) => key === pointKey) ?? 'both',
    payment: world.assumed('assume/payment-amount') === 'minus-discounts' ? 'minus-discounts' : 'basket-and-delivery',
    consentIds: Array.isArray(consentIds) ? consentIds.filter((id) => typeof id === 'string') : [],
  };
};

const pickupPointKeys: readonly PickupPointKey[] = ['id', 'pointId', 'both'];
