/** The package's `conformance/mocks/merchant`: the reference shops, and the faults they can have. */
export { type MerchantFaultId, merchantFaults } from './faults/index.ts';
export type { MerchantFault } from './faults/merchant-fault.ts';
export {
  createReferenceMerchant,
  type MerchantVariant,
  merchantVariants,
  type ReferenceMerchant,
  type ReferenceMerchantOptions,
} from './reference-merchant.ts';
