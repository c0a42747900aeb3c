export { hasOwnBaskets } from './basket/open-basket.ts';
export type { PropertyWorld } from './property.ts';
export { holds } from './property.ts';
export { enoughTables, hasTablesToShare } from './till/tables.ts';
export { samplePayload } from './till/samples.ts';
