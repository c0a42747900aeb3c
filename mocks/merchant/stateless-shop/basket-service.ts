import type { Basket, OrderPlacement, ReducedBasket } from '#schemas';
import type { ShopParts } from '../shop.ts';
import { calculate, giftId, needsInvoice, willowDelivery } from './calculation.ts';

const minute = 60_000;
const validity = 45 * minute;
const lockValidity = 5 * minute;
/** Basket validity timeline: the order may come up to 3 minutes after expiresAt. */
const paymentTime = 3 * minute;

/** What the shop's front end put into the basket; recalculations do not touch it. */
interface Original {
  readonly lines: ReadonlyMap<string, number>;
  readonly codes: readonly string[];
  readonly endsAt: number | undefined;
}

/** Lines of a basket whose lock still holds. A claim is kept by basket, the goods stay in stock. */
interface Claim {
  readonly lines: ReadonlyMap<string, number>;
  readonly until: number;
}

export interface Order {
  readonly shopOrderId: string;
  readonly lines: ReadonlyMap<string, number>;
}

/** The stateless shop's checkout: every answer is worked out from the request; only locks and orders are remembered. */
export const createBasketService = ({ clock, inventory }: Pick<ShopParts, 'clock' | 'inventory'>) => {
  const originals = new Map<string, Original>();
  const promises = new Map<string, number>();
  const claims = new Map<string, Claim>();
  const orders = new Map<string, Order>();
  const cancelled = new Set<string>();

  const claimedByOthers = (basketId: string, variantId: string): number =>
    [...claims]
      .filter(([holder, { until }]) => holder !== basketId && until > clock.now())
      .reduce((sum, [, { lines }]) => sum + (lines.get(variantId) ?? 0), 0);
  const stock = (variantId: string) => inventory.variant(variantId)?.stock ?? 0;
  /** Only a lock or an order looks at what others have locked. */
  const free = (basketId: string) => (variantId: string) => stock(variantId) - claimedByOthers(basketId, variantId);

  const promise = (basketId: string, endsAt: number | undefined, span: number): number => {
    const expiresAt = endsAt ?? clock.now() + span;
    promises.set(basketId, Math.max(expiresAt, promises.get(basketId) ?? 0));
    return expiresAt;
  };

  return {
    open: (id: string, lines: ReadonlyMap<string, number>, codes: readonly string[], seconds?: number): void => {
      originals.set(id, { lines, codes, endsAt: seconds === undefined ? undefined : clock.now() + seconds * 1000 });
    },

    retrieve: (basketId: string): Basket | undefined => {
      const original = originals.get(basketId);
      if (!original) return undefined;
      const { lines, codes, endsAt } = original;
      const wish = { basketId, lines, codes, expiresAt: promise(basketId, endsAt, validity) };
      return calculate(wish, { goods: inventory.variant, available: stock });
    },

    recalculate: ({ id, products, price }: ReducedBasket, lock: boolean): Basket | undefined => {
      const original = originals.get(id);
      if (!original) return undefined;
      // What the request leaves out of the original basket is shown with quantity 0.
      const lines = new Map([...original.lines.keys()].map((variantId) => [variantId, 0]));
      for (const line of products) lines.set(line.id, 0);
      for (const line of products) lines.set(line.id, (lines.get(line.id) ?? 0) + line.quantity);
      const codes = price?.discounts?.map(({ code }) => code) ?? [];
      const expiresAt = promise(id, original.endsAt, lock ? lockValidity : validity);
      const basket = calculate(
        { basketId: id, lines, codes, expiresAt },
        { goods: inventory.variant, available: lock ? free(id) : stock },
      );
      if (lock) {
        const granted = new Map(basket.products.map((product) => [product.id, product.quantity]));
        claims.set(id, { lines: granted, until: expiresAt + paymentTime });
      }
      return basket;
    },

    /** The order, and whether it is a new one; or why there is none. */
    order: ({ oaOrderId, basket, deliveryDetails, billingDetails }: OrderPlacement): Placed => {
      const known = orders.get(oaOrderId);
      if (known) return { kind: 'known', order: known };
      const deadline = promises.get(basket.id);
      if (!originals.has(basket.id) || deadline === undefined) return { kind: 'refused', status: 410 };
      if (clock.now() > deadline + paymentTime) return { kind: 'refused', status: 410 };
      const lines = new Map<string, number>();
      for (const { id, quantity } of basket.products) if (id !== giftId) lines.set(id, (lines.get(id) ?? 0) + quantity);
      const available = free(basket.id);
      const invoiced = [...lines].some(([id, quantity]) => quantity > 0 && needsInvoice(inventory.variant(id)));
      if (invoiced && !billingDetails) return { kind: 'refused', status: 422 };
      if (!willowDelivery.some(({ key }) => key === deliveryDetails.method)) return { kind: 'refused', status: 422 };
      if ([...lines].some(([id, quantity]) => quantity > available(id))) return { kind: 'refused', status: 409 };
      for (const [id, quantity] of lines) inventory.take(id, quantity);
      claims.delete(basket.id);
      const order = { shopOrderId: `zamówienie ${orders.size + 1001} ✔`, lines };
      orders.set(oaOrderId, order);
      return { kind: 'new', order };
    },

    /** Gives back what the order has sold; the order stays known. */
    cancel: (oaOrderId: string): void => {
      if (cancelled.has(oaOrderId)) return;
      cancelled.add(oaOrderId);
      for (const [id, quantity] of orders.get(oaOrderId)?.lines ?? []) inventory.take(id, -quantity);
    },
  };
};

export type BasketService = ReturnType<typeof createBasketService>;

export type Placed =
  | { readonly kind: 'new' | 'known'; readonly order: Order }
  | { readonly kind: 'refused'; readonly status: 409 | 410 | 422 };
