export type { ProductStore } from './product-store.ts';
export { defaultSchedule, scheduleSync, type SyncSchedule } from './schedule.ts';
export { type CatalogueSync, type CatalogueSyncOptions, createCatalogueSync, type SyncReport } from './sync.ts';
