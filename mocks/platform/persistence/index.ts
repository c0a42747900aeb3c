export { keptMap } from './kept-map.ts';
export { forgetKeptQueue, openKeptQueue } from './kept-queue.ts';
export { openStateStore, UnwrittenError } from './sqlite-store.ts';
export { type StateStore, volatileStore } from './state-store.ts';
