export { scheduleSync } from './schedule.ts';
export { type CatalogueSync, createCatalogueSync, openProductStore, type SyncReport } from './sync.ts';
