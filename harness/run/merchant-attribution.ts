/** On whose account goes what came of itself: several scenarios may be under way at once. */
export interface MerchantAttribution {
  /** The scenario that began last: nothing tells of another one. */
  readonly latest: () => string;
  readonly began: (scenario: string) => void;
  readonly retrieved: (basketId: string, scenario: string) => void;
  readonly called: (exchange: number, scenario: string) => void;
  /** Of a push, whose basket some scenario has retrieved. */
  readonly ofBasket: (basketId: unknown) => string;
  /** Of what is told about calls some time after them. */
  readonly ofExchanges: (exchanges: readonly number[] | undefined) => string;
}

export const createMerchantAttribution = (first: string): MerchantAttribution => {
  let latest = first;
  const baskets = new Map<unknown, string>();
  const callers: (string | undefined)[] = [];
  return {
    latest: () => latest,
    began: (scenario) => {
      latest = scenario;
    },
    retrieved: (basketId, scenario) => void baskets.set(basketId, scenario),
    called: (exchange, scenario) => {
      callers[exchange] = scenario;
    },
    ofBasket: (basketId) => baskets.get(basketId) ?? latest,
    ofExchanges: (exchanges = []) => callers[exchanges.at(-1) ?? -1] ?? latest,
  };
};
