export { alter } from './alter.ts';
export { type BodyChange, type BodyRow, bodyFaults, changeOf } from './body-faults.ts';
export { type Counted, createCounted } from './counted.ts';
export {
  type Decorator,
  decoratedBy,
  defineFaults,
  type Fault,
  jsonOf,
  raceWindow,
  refusal,
  withBody,
  type KnownFault,
  knownFaults,
  type Signature,
  signatures,
} from './fault.ts';
