export { type BasketChangeError, basketChangeErrors } from './api/basket-change.ts';
export type { PlatformEvent } from './event.ts';
export { createPlatform, type Platform, type PlatformOptions } from './platform.ts';
