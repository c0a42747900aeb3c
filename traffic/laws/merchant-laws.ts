import type { MerchantLaw } from './law.ts';

/** Everything a shop owes that can be told by watching it. */
export const merchantLaws: readonly MerchantLaw[] = [];
