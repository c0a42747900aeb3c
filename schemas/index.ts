export { type Advice, adviceFor } from './advice/index.ts';
export { asyncApi } from './documents/async-api.ts';
export {
  type CallName,
  calls,
  defaultPaths,
  endpointOf,
  type MerchantAddress,
  merchantAddresses,
  type MerchantCall,
  merchantCall,
  merchantCallNames,
  pathOf,
  type Paths,
  type PathSettings,
  pathsOf,
  pathTo,
  type PlatformCall,
  platformCall,
  platformCallNames,
} from './calls.ts';
export * from './texts/checkpoint.ts';
export { type Effort, efforts } from './effort.ts';
export {
  type AnsweredKind,
  answeredKinds,
  type CommandKind,
  command,
  commandKinds,
  commands,
  type EventKind,
  eventKinds,
  events,
  isCommandKind,
  isEventKind,
  resultShapeOf,
  visibilityMs,
} from './commands.ts';
export type * from './control/index.ts';
export {
  type ControlField,
  type ControlFields,
  type ControlOperation,
  controlOperations,
} from './control/operations.ts';
export { basketTimeline } from './basket-timeline.ts';
export { type CheckedConfig, checkConfig, type ConfigProblem } from './config-check.ts';
export { judge, operationOf, resultOperationOf } from './judging/judge.ts';
export type { Operation } from './judging/places.ts';
export { type Cost, costOf } from './causes/costs.ts';
export { allCauses, type Cause, causesOf, isNamed, wordsOf } from './causes/index.ts';
export type * from './journal.ts';
export { nearest } from './validation/nearest.ts';
export { openApi } from './documents/open-api.ts';
export * from './judging/outcome.ts';
export { causeId } from './judging/cause.ts';
export { isTableOver } from './judging/table-status.ts';
export * from './requirements/assumptions.ts';
export { addedIn, isScored, registerDigest, registerNames, registerVersion } from './requirements/digest.ts';
export * from './requirements/index.ts';
export { requirementPage } from './requirements/page.ts';
export { bundledSchema, type JsonSchema, schemaOf } from './shapes/load.ts';
export { isShapeName, type ShapeName, shapeNames, type Given } from './shapes/names.ts';
export * from './texts/timestamp.ts';
export type * from './shapes/types.gen.ts';
export { firstViolation, type ShapeSettings, validate } from './validation/validate.ts';
export type { ShapeViolation } from './validation/violation.ts';
