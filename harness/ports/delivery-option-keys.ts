import { createRequire } from 'node:module';
import type { MerchantTarget } from '#schemas';

const require = createRequire(import.meta.url);

/** The configured keys, or the fifteen of the specification. */
export const deliveryOptionKeysOf = (target: MerchantTarget): readonly string[] =>
  target.deliveryOptionKeys ??
  (require('#schemas/wire/delivery-option-key.json') as { readonly enum: readonly string[] }).enum;
