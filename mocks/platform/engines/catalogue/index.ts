export type { SyncReport } from '#schemas';
export { scheduleSync } from './schedule.ts';
export { type CatalogueSync, createCatalogueSync, openProductStore } from './sync.ts';
