/** The package's `conformance/mocks/in-process`: the mocks inside a team's own unit tests, through MSW. */
export { type InProcess, type InProcessOptions, mountInProcess } from './hosting/in-process.ts';
export {
  createReferenceMerchant,
  type MerchantFaultId,
  merchantFaults,
  type MerchantVariant,
  type ReferenceMerchant,
} from './merchant/index.ts';
export {
  createPlatform,
  type Platform,
  type PlatformEvent,
  type PlatformFaultId,
  platformFaults,
  type PlatformOptions,
  toScheme,
} from './platform/index.ts';
export { createManualClock, type ManualClock, systemClock } from './time/index.ts';
