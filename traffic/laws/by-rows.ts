import type { RequirementId } from '#schemas';
import { examine } from '../evidence/examine.ts';
import type { Row } from '../evidence/row.ts';
import type { ShopLedgers, ShopStep } from '../ledgers/shop/ledgers.ts';
import { notExercised } from './define.ts';
import type { MerchantLaw } from './law.ts';

export type ShopRow<Id extends RequirementId = RequirementId> = Row<ShopStep, ShopLedgers, Id>;

/** Why a requirement was not exercised where no row said anything about it, and which key of the configuration helps. */
export type Unexercised = Partial<Record<RequirementId, readonly [reason: string, unlock?: string]>>;

/** A law that is nothing but rows over what a shop showed. */
export const lawByRows = (id: string, rows: readonly ShopRow[], unexercised: Unexercised = {}): MerchantLaw => ({
  id,
  covers: [...new Set(rows.map(({ requirement }) => requirement))],
  start: ({ budget, shop }) => {
    const { see, at, end } = examine(rows, shop, budget);
    const missing = Object.entries(unexercised) as readonly (readonly [RequirementId, readonly [string, string?]])[];
    return {
      see(exchange) {
        const due = at(exchange.at);
        const step = shop.see(exchange);
        return step === undefined ? due : [...due, ...see(step)];
      },
      at,
      end: (now) => [...end(now), ...missing.map(([of, [reason, unlock]]) => notExercised(of, reason, unlock))],
    };
  },
});
