import { broken, defineMerchantLaw } from '../define.ts';
import { createLockedPrices } from './other-price.ts';
import { createLockedQuantities } from './other-quantity.ts';
import { createPricesOfMore } from './price-of-more.ts';
import { createRefusedCodes } from './refused-codes.ts';
import { createUsedCodes } from './used-codes.ts';

const id = 'lock/as-recalculated';

/** Endpoints › Merchant-hosted › 3: a lock is what had been shown, or says why it is not. That none was otherwise says nothing of shortages. */
export const asShown = defineMerchantLaw({
  id: 'lock/as-shown',
  covers: [id],
  start: ({ budget }) => {
    const watched = [
      createLockedQuantities(budget),
      createLockedPrices(budget),
      createPricesOfMore(budget),
      createUsedCodes(budget),
      createRefusedCodes(budget),
    ];
    return {
      see: (exchange) => watched.flatMap(({ see }) => see(exchange) ?? []).map((finding) => broken(id, finding)),
      end: () => [],
    };
  },
});
