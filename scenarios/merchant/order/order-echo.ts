import type { MerchantWorld } from '../../context/merchant.ts';

/** What every order placed shows, whatever it is about. */
export const orderCovers = ['order/confirmed'] as const;
/** And what it gives occasion for. */
export const orderProvokes = ['order/oa-order-id-echo', 'order/distinct-orders'] as const;
export type OrderWorld = MerchantWorld<(typeof orderCovers)[number]>;
