export { createArchive } from './exchanges/archive.ts';
export { consolePage, notBuilt } from './assets.ts';
export { createExchanges, type Exchanges } from './exchanges/exchanges.ts';
export { catalogueWalks } from './exchanges/walks.ts';
export { createRunExchanges, type RunExchanges } from './exchanges/run-exchanges.ts';
