export { createAdjustableClock } from './adjustable-clock.ts';
export type { Clock } from './clock.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export { createPatientClock } from './patient-clock.ts';
export { systemClock } from './system-clock.ts';
export { createWarpClock } from './warp-clock.ts';
