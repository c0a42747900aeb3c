import { broken, defineMerchantLaw } from '../define.ts';
import { createPushedOthers } from './pushed-others.ts';
import { createRenamedPushes } from './renamed-push.ts';

const id = 'basket-change/known-basket';

/** Endpoints › Platform-hosted: what is pushed is a basket that the platform has loaded, as it is. */
export const knownBasket = defineMerchantLaw({
  id: 'basket-change/known-basket',
  covers: [id],
  start: ({ budget }) => {
    const watched = [createRenamedPushes(budget), createPushedOthers(budget)];
    return {
      see: (exchange) => watched.flatMap(({ see }) => see(exchange) ?? []).map((finding) => broken(id, finding)),
      end: () => [],
    };
  },
});
