export {
  createReferenceMerchant,
  type MerchantVariant,
  merchantVariants,
  type ReferenceMerchant,
  type ReferenceMerchantOptions,
} from './reference-merchant.ts';
