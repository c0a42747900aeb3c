import { createReferenceMerchant } from '#mocks/merchant';
import { createWarpClock } from '#mocks/time';
import { certify } from './index.ts';

const clock = createWarpClock();
const shop = createReferenceMerchant({ variant: 'granite', clock });
// Its addresses are never connected to.
certify('merchant', {
  config: shop.configuration('http://shop.invalid'),
  fetch: shop.fetch,
  clock,
  seed: 1,
  effort: 'quick',
});
