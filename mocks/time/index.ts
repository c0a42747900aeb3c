export { createAdjustableClock, createPatientClock } from './adjustable-clock.ts';
export { type Clock, systemClock } from './clock.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export { createWarpClock } from './warp-clock.ts';
