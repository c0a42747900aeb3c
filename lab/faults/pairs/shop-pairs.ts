import { jsonOf, raceWindow, withBody } from '#mocks/faults';
import { isObject, type Json } from '#mocks/json';
import type { MerchantFault } from '#mocks/merchant';
import { merchantVariants } from '#mocks/merchant';
import { type Factors, metIn, type PairPlan, partsOf, type Watch } from './plan.ts';
import { shopEffects } from './shop-effects.ts';
import { shopApart, shopLevels } from './shop-levels.ts';
import { createShopMemory, type ShopScene } from './shop-scene.ts';

export const shopFactors: Factors<ShopScene> = {
  party: 'merchant',
  variants: merchantVariants,
  levels: shopLevels,
  effects: shopEffects,
  apart: shopApart,
};

/**
 * Around a shop. `onMet`: the levels have met, and the answer is another than a conformant shop gives. Without a plan it
 * only watches.
 */
export const shopFault = (plan: PairPlan | undefined, { onMet, onLevels }: Watch): MerchantFault => {
  const { effect, levels } = partsOf(plan, { effects: shopEffects, levels: shopLevels });
  const isOfCompany = plan === undefined || levels.some(({ id }) => /^company=(?!alone)/u.test(id));
  return {
    title: plan?.effect ?? 'none',
    breaks: [],
    front: (next, kit) => {
      const memory = createShopMemory(() => kit.clock.now());
      return async (request, operation) => {
        if (operation === 'catalogue') return next(request, operation);
        const asked = memory.begin(operation, await jsonOf(request), new URL(request.url));
        // Who answers at once has no company.
        if (isOfCompany) await raceWindow(kit.clock);
        const response = await next(request, operation).finally(() => {
          memory.leave(asked);
        });
        const answer = response.ok ? ((await response.clone().json()) as Json) : null;
        if (!isObject(answer)) return response;
        const scene = memory.answered(asked, structuredClone(answer));
        if (scene.isOver) return response;
        onLevels?.(metIn(shopLevels, operation, scene));
        const meet = effect?.calls.includes(operation) === true && levels.every(({ met }) => met(scene));
        const changed = meet ? effect.edit(answer, scene, kit) : undefined;
        if (changed === undefined) return response;
        onMet?.(operation);
        if (effect?.lateMs !== undefined) await kit.clock.sleep(effect.lateMs);
        return changed instanceof Response ? changed : withBody(response, JSON.stringify(changed));
      };
    },
  };
};
