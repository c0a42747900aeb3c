import type { RequirementId } from '#schemas';
import { examine } from '../evidence/examine.ts';
import type { Row } from '../evidence/row.ts';
import type { Baskets, BasketStep } from '../ledgers/shop/baskets.ts';
import type { ShopLedgers, ShopStep } from '../ledgers/shop/ledgers.ts';
import { coversOf, notExercised } from './define.ts';
import type { MerchantLaw } from './law.ts';

export type ShopRow<Id extends RequirementId = RequirementId> = Row<ShopStep, ShopLedgers, Id>;

type Why = readonly [reason: string, unlock?: string];
/** Why a requirement was not exercised where no row said anything about it, and which key of the configuration helps. */
export type Unexercised = Partial<Record<RequirementId, Why | ((shop: ShopLedgers) => Why)>>;

/** A law that is nothing but rows over what a shop showed. */
export const lawByRows = (id: string, rows: readonly ShopRow[], unexercised: Unexercised = {}): MerchantLaw => ({
  id,
  covers: coversOf(rows),
  start: ({ budget, shop }) => {
    const { see, at, end } = examine(rows, shop, budget);
    const missing = Object.entries(unexercised) as readonly (readonly [
      RequirementId,
      Unexercised[RequirementId] & {},
    ])[];
    return {
      see(exchange) {
        const due = at(exchange.at);
        const step = shop.see(exchange);
        if (step === undefined) return due;
        const said = see(step);
        return due.length === 0 ? said : [...due, ...said];
      },
      at,
      end: (now) => [
        ...end(now),
        ...missing.map(([of, why]) => notExercised(of, ...(typeof why === 'function' ? why(shop) : why))),
      ],
    };
  },
});

/** A row over baskets all of whose prices can be read. */
export const ofPrices = <Id extends RequirementId>({
  isEnough,
  look,
  ...row
}: Row<BasketStep, Baskets, Id>): ShopRow<Id> => ({
  ...row,
  ...(isEnough && { isEnough: (sights, { baskets }) => isEnough(sights, baskets) }),
  look: ({ baskets }, budget) => {
    const lookAt = look(baskets, budget);
    return (step) => ('priced' in step && step.priced !== undefined ? lookAt(step.priced) : undefined);
  },
});
