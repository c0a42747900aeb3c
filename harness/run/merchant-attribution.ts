import { type Callers, createCallers } from './callers.ts';

/** On whose account goes what came of itself. */
export interface MerchantAttribution extends Callers {
  readonly retrieved: (basketId: string, scenario: string) => void;
  /** Of a push, whose basket some scenario has retrieved. */
  readonly ofBasket: (basketId: string | undefined) => string;
}

export const createMerchantAttribution = (first: string): MerchantAttribution => {
  const callers = createCallers(first);
  const baskets = new Map<string | undefined, string>();
  return {
    ...callers,
    retrieved: (basketId, scenario) => void baskets.set(basketId, scenario),
    ofBasket: (basketId) => baskets.get(basketId) ?? callers.latest(),
  };
};
