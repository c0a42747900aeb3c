import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createBaskets } from './baskets.ts';
import { type BasketCall, createCalls } from './calls.ts';
import { type CataloguePage, createCatalogue } from './catalogue.ts';
import { createCodes } from './codes.ts';
import { createOrders, type Placement } from './orders.ts';
import { requestedBasket } from './requested-basket.ts';

/** What one call showed of a shop. */
export type ShopStep = BasketCall | Placement | CataloguePage;

/** What is known of a shop beside its traffic. */
export interface ShopSettings {
  /** Discount codes that the configuration says are applied. */
  readonly validCodes?: readonly string[] | undefined;
}

/** What a shop's traffic showed so far: each exchange is read once, whoever asks. */
export interface ShopLedgers {
  readonly baskets: ReturnType<typeof createBaskets>;
  readonly calls: ReturnType<typeof createCalls>;
  readonly codes: ReturnType<typeof createCodes>;
  readonly orders: ReturnType<typeof createOrders>;
  see(exchange: Exchange): ShopStep | undefined;
}

export const createShopLedgers = (budget: ByteBudget, settings: ShopSettings = {}): ShopLedgers => {
  const [baskets, calls] = [createBaskets(budget), createCalls(budget)];
  const [codes, orders] = [createCodes(budget, settings.validCodes ?? []), createOrders(budget)];
  const pageOf = createCatalogue(budget);
  let [seen, step]: [seen?: Exchange, step?: ShopStep | undefined] = [];
  const read = (exchange: Exchange): ShopStep | undefined => {
    const { call } = exchange;
    const now = calls.see(exchange);
    baskets.note(now?.priced);
    if (call.name === 'catalogue') return pageOf(exchange);
    if (call.name === 'order') {
      const id = requestedBasket(exchange) ?? '';
      for (const one of [baskets, calls, codes]) one.order(id, exchange);
      return orders.see(exchange);
    }
    if (now === undefined) return undefined;
    orders.note(now);
    codes.note(now);
    return now;
  };
  /** The step of an exchange, of which the ledgers know before it is judged; the same for all who ask. */
  const see = (exchange: Exchange): ShopStep | undefined => {
    if (exchange !== seen) [seen, step] = [exchange, read(exchange)];
    return step;
  };
  return { baskets, calls, codes, orders, see };
};
