export { scheduleSync } from './schedule.ts';
export { type CatalogueSync, createCatalogueSync, type SyncReport } from './sync.ts';
