export type * from './exchange.ts';
export type * from './till-traffic.ts';
