export { loadQueueClient } from './sdk-till/mailbox.ts';
export { type PosFaultId, posFaults } from './faults/index.ts';
export type { PosFault } from './faults/pos-fault.ts';
export {
  createReferenceTill,
  type PosVariant,
  posVariants,
  type ReferenceTill,
  type ReferenceTillOptions,
} from './reference-till.ts';
