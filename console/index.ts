export { consolePage } from './assets.ts';
export { createExchanges, type Exchanges } from './exchanges/exchanges.ts';
