export {
  alter,
  type BodyChange,
  type BodyRow,
  bodyFaults,
  changeOf,
  type Counted,
  createCounted,
} from './body-faults.ts';
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
