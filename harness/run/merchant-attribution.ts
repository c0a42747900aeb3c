import { type Accounts, createAccounts } from './accounts.ts';

/** On whose account goes what came of itself. */
export interface MerchantAttribution extends Accounts {
  readonly retrieved: (basketId: string, scenario: string) => void;
  /** Of a push, whose basket some scenario has retrieved. */
  readonly ofBasket: (basketId: string | undefined) => string;
}

export const createMerchantAttribution = (first: string): MerchantAttribution => {
  const accounts = createAccounts(first);
  const baskets = new Map<string | undefined, string>();
  return {
    ...accounts,
    retrieved: (basketId, scenario) => void baskets.set(basketId, scenario),
    ofBasket: (basketId) => baskets.get(basketId) ?? accounts.latest(),
  };
};
