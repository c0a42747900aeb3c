export { asyncApi } from './async-api.ts';
export {
  type CallName,
  calls,
  defaultPaths,
  isCall,
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
export * from './checkpoint.ts';
export {
  type AnsweredKind,
  answeredKinds,
  type CommandKind,
  commandKinds,
  commands,
  type EventKind,
  eventKinds,
  events,
  isCommandKind,
  isEventKind,
  resultShapeOf,
} from './commands.ts';
export { type CheckedConfig, checkConfig, type ConfigProblem } from './config-check.ts';
export { type Judgement, judge, type Operation, operationOf, resultOperationOf } from './judge.ts';
export type * from './journal.ts';
export { nearest } from './nearest.ts';
export { openApi } from './open-api.ts';
export type * from './outcome.ts';
export * from './requirements/assumptions.ts';
export { registerDigest, registerVersion } from './requirements/digest.ts';
export * from './requirements/index.ts';
export { type JsonSchema, schemaOf } from './load.ts';
export { isShapeName, type ShapeName, shapeNames } from './shapes.ts';
export * from './timestamp.ts';
export type * from './types.gen.ts';
export { type ShapeSettings, validate } from './validate.ts';
export type { ShapeViolation } from './violation.ts';
