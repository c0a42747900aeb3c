import type { OrderConfirmation, OrderPlacement, ReducedBasket } from '#schemas';
import type { ShopParts } from '../shop.ts';
import type { StockView } from '../inventory/inventory.ts';
import { type BasketRecord, graniteDelivery, type Line, sumLines, writeBasket } from './baskets.ts';

const minute = 60_000;
const validity = 30 * minute;
const lockValidity = minute;
/** Basket validity timeline: the order may come up to 3 minutes after expiresAt. */
const paymentTime = 3 * minute;

interface Reservation {
  readonly until: number;
  readonly lines: readonly Line[];
}

export type OrderAnswer = { readonly confirmation: OrderConfirmation } | { readonly refused: string };

interface Opened extends Readonly<Partial<Pick<BasketRecord, 'id' | 'codes' | 'loggedUser'>>> {
  readonly lines: readonly Line[];
  readonly seconds?: number;
}

/** The stateful shop's checkout: baskets live on the server, a lock sets stock aside. */
export type BasketService = ReturnType<typeof createBasketService>;

export const createBasketService = ({ clock, inventory }: Pick<ShopParts, 'clock' | 'inventory'>) => {
  const records = new Map<string, BasketRecord>();
  const reservations = new Map<string, Reservation>();
  const orders = new Map<string, OrderConfirmation>();
  const sold = new Map<string, readonly Line[]>();

  const stockFor = (basketId: string): StockView => ({
    goods: inventory.variant,
    available: (variantId) => {
      let stock = inventory.variant(variantId)?.stock ?? 0;
      const now = clock.now();
      for (const [holder, { until, lines }] of reservations) {
        if (until <= now) reservations.delete(holder);
        else if (holder !== basketId)
          stock -= lines.reduce((sum, { id, quantity }) => sum + (id === variantId ? quantity : 0), 0);
      }
      return stock;
    },
  });

  const answer = (record: BasketRecord, requestId?: string) => writeBasket(record, requestId, stockFor(record.id));
  const extend = (record: BasketRecord, by: number) => {
    if (!record.fixedEnd) record.expiresAt = clock.now() + by;
  };

  return {
    open: ({ lines, codes = [], loggedUser = 'guest', seconds, id = `G~${records.size + 1}/new?a=b&c` }: Opened) => {
      const expiresAt = clock.now() + (seconds === undefined ? validity : seconds * 1000);
      records.set(id, { id, lines, codes, expiresAt, fixedEnd: seconds !== undefined, loggedUser });
      return id;
    },
    show: (basketId: string) => {
      const record = records.get(basketId);
      if (!record) return undefined;
      extend(record, validity);
      return answer(record);
    },
    /** A piece more of its first product, as the shop's staff would add it. */
    addOne: (basketId: string) => {
      const record = records.get(basketId);
      if (!record) return undefined;
      record.lines = record.lines.map((line, index) => (index === 0 ? { ...line, quantity: line.quantity + 1 } : line));
      extend(record, validity);
      return answer(record);
    },
    change: ({ id, requestId, products, price, loggedUser }: ReducedBasket, lock: boolean) => {
      const record = records.get(id);
      if (!record) return undefined;
      record.lines = products;
      record.codes = price?.discounts?.map(({ code }) => code) ?? [];
      record.loggedUser = loggedUser ?? record.loggedUser;
      extend(record, lock ? lockValidity : validity);
      const basket = answer(record, requestId);
      if (lock) reservations.set(id, { until: record.expiresAt + paymentTime, lines: basket.products });
      return basket;
    },
    order: ({ oaOrderId, basket, deliveryDetails }: OrderPlacement): OrderAnswer => {
      const earlier = orders.get(oaOrderId);
      if (earlier) return { confirmation: earlier };
      const record = records.get(basket.id);
      if (!record) return { refused: 'no such basket' };
      if (record.oaOrderId !== undefined) return { refused: 'basket already ordered' };
      if (clock.now() > record.expiresAt + paymentTime) return { refused: 'basket expired' };
      if (!graniteDelivery.some(({ key }) => key === deliveryDetails.method)) return { refused: 'no such delivery' };
      const { available } = stockFor(basket.id);
      const lines = sumLines(basket.products);
      if (lines.some(({ id, quantity }) => quantity > available(id))) return { refused: 'not enough stock' };
      for (const { id, quantity } of lines) inventory.take(id, quantity);
      reservations.delete(basket.id);
      record.oaOrderId = oaOrderId;
      const confirmation: OrderConfirmation & { readonly warehouse: string } = {
        oaOrderId,
        shopOrderId: `GR/${orders.size + 1}`,
        returnPolicy: { maxReturnDays: 14 },
        warehouse: 'north',
      };
      orders.set(oaOrderId, confirmation);
      sold.set(oaOrderId, lines);
      return { confirmation };
    },
    /** Gives back what the order has sold; the order stays known. */
    cancel: (oaOrderId: string): void => {
      for (const { id, quantity } of sold.get(oaOrderId) ?? []) inventory.take(id, -quantity);
      sold.delete(oaOrderId);
    },
  };
};
