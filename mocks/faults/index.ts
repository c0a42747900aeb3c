export { alter } from './alter.ts';
export { type BodyChange, type BodyRow, bodyFaults, changeOf } from './body-faults.ts';
export { type Counted, createCounted } from './counted.ts';
export { type Decorator, decoratedBy, defineFaults, type Fault } from './fault.ts';
export { type KnownFault, knownFaults } from './known.ts';
export { jsonOf, raceWindow, refusal, withBody } from './http.ts';
