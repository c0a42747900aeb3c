export type { PropertyWorld } from './property.ts';
export { holds } from './property.ts';
