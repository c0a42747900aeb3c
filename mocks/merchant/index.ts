export { type MerchantFaultId, merchantFaults } from './faults/index.ts';
export {
  createReferenceMerchant,
  type MerchantVariant,
  merchantVariants,
  type ReferenceMerchant,
  type ReferenceMerchantOptions,
} from './reference-merchant.ts';
