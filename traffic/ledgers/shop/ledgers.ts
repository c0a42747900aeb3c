import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Baskets, createBaskets } from './baskets.ts';

/** What a shop's traffic showed so far: each exchange is read once, whoever asks. */
export interface ShopLedgers {
  readonly baskets: Baskets;
}

export const createShopLedgers = (budget: ByteBudget): ShopLedgers => ({ baskets: createBaskets(budget) });
