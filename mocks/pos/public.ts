/** The package's `conformance/mocks/pos`: the reference tills, and the faults they can have. */
export { type PosFaultId, posFaults } from './faults/index.ts';
export type { PosFault } from './faults/pos-fault.ts';
export {
  createReferenceTill,
  type PosVariant,
  posVariants,
  type ReferenceTill,
  type ReferenceTillOptions,
} from './reference-till.ts';
