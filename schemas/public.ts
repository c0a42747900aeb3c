/** The package's `conformance/schemas`: the shapes, judging a body, and the register. */
export { type CheckedConfig, checkConfig, type ConfigProblem } from './config-check.ts';
export { asyncApi } from './documents/async-api.ts';
export { openApi } from './documents/open-api.ts';
export type { Effort } from './effort.ts';
export type { JournalEvent, RunStarted } from './journal.ts';
export { judge } from './judging/judge.ts';
export type { Operation } from './judging/places.ts';
export type { CheckOutcome, Finding, Judgement } from './judging/outcome.ts';
export { type AssumptionId, assumptionIds, assumptions } from './requirements/assumptions.ts';
export { registerDigest, registerVersion } from './requirements/digest.ts';
export {
  isRequirementId,
  type Level,
  type MerchantRequirementId,
  type Party,
  type PlatformRequirementId,
  type PosRequirementId,
  type Requirement,
  requirement,
  type RequirementId,
  requirementIds,
  requirementsOf,
} from './requirements/index.ts';
export { type JsonSchema, schemaOf } from './shapes/load.ts';
export { isShapeName, type ShapeName, shapeNames } from './shapes/names.ts';
export type * from './shapes/types.gen.ts';
export { decodeCheckpoint, encodeCheckpoint, type Position } from './texts/checkpoint.ts';
export { type ShapeSettings, validate } from './validation/validate.ts';
export type { ShapeViolation } from './validation/violation.ts';
