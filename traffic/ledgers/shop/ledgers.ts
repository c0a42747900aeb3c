import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Baskets, createBaskets } from './baskets.ts';
import { type Calls, createCalls } from './calls.ts';
import { type Codes, createCodes } from './codes.ts';
import { createOrders, type Orders } from './orders.ts';
import { createSteps, type ShopStep } from './steps.ts';

/** What a shop's traffic showed so far: each exchange is read once, whoever asks. */
export interface ShopLedgers {
  readonly baskets: Baskets;
  readonly calls: Calls;
  readonly codes: Codes;
  readonly orders: Orders;
  /** The step of an exchange; read once, and the same for all who ask. */
  readonly see: (exchange: Exchange) => ShopStep | undefined;
}

export const createShopLedgers = (budget: ByteBudget): ShopLedgers => {
  const [baskets, calls, codes, orders] = [
    createBaskets(budget),
    createCalls(budget),
    createCodes(budget),
    createOrders(budget),
  ];
  const step = createSteps({ calls, codes, orders });
  return {
    baskets,
    calls,
    codes,
    orders,
    see(exchange) {
      baskets.see(exchange);
      return step(exchange);
    },
  };
};
