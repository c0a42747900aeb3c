/** The package's `conformance/mocks/platform`: the platform, what it takes, and a socket to serve it on. */
export { serve } from '../hosting/index.ts';
export { createManualClock, type ManualClock, systemClock } from '../time/index.ts';
export type { PlatformEvent } from './calls/event.ts';
export { type PlatformFaultId, platformFaults } from './faults/index.ts';
export { openStateStore, type StateStore } from './persistence/index.ts';
export { createPlatform, type Platform } from './platform.ts';
export { createRemoteQueues, type RemoteSettings } from './queue/remote/remote.ts';
export type { PlatformOptions } from './state/settings.ts';
export type { SignatureScheme } from './signatures/scheme.ts';
export { type SchemeSettings, toScheme } from './signatures/settings.ts';
