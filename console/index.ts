export { createArchive, catalogueWalks } from './exchanges/archive.ts';
export { consolePage, notBuilt } from './assets.ts';
export { createExchanges, type Exchanges } from './exchanges/exchanges.ts';
export { createRunExchanges, type RunExchanges } from './exchanges/run-exchanges.ts';
