import { onceOnly } from '../../../evidence/row.ts';
import { objectsIn } from '../../../ledgers/shop/answers.ts';
import { inForce } from '../../../ledgers/shop/discounts.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

/**
 * Endpoints › Merchant-hosted › 2: what cannot be accommodated carries its error code, on the discount as on the product. A shop may write a
 * code in its own letters, or show another one for it: it is dropped only where there is no discount but those of the shop's own.
 */
const dropped = (row: Pick<ShopRow, 'requirement' | 'cause'>, isKnown: boolean): ShopRow => ({
  ...row,
  pointer: '/price/discounts',
  sights: 2,
  fewAtEnd: onceOnly,
  // Whether it is in force anywhere is known in the end.
  dueMs: Number.POSITIVE_INFINITY,
  dueAtEndMs: 0,
  look: ({ codes }, budget) => {
    const [forced, own] = [createMemory<true>(budget, { most: 2_000 }), createMemory<true>(budget, { most: 2_000 })];
    return (step) => {
      if (step.kind === 'order' || step.kind === 'catalogue' || step.kind === 'basketChange') return undefined;
      const { kind, n, request, codesAsked, codes: shown, lines = [] } = step;
      const news = inForce(shown).filter((code) => !forced.has(code));
      for (const code of news) forced.set(code, true);
      if (codesAsked.length === 0) for (const one of shown) own.set(one.code, true);
      const voids = isKnown ? [] : news.map((of) => ({ voids: () => true, of }));
      const [code = '', ...others] = codesAsked;
      // What a request without products asks for is not stated.
      const isSold =
        objectsIn(request['products'])?.length !== 0 && lines.some((one) => !one.hasError && one.quantity > 0);
      const isRead = objectsIn(step.shown?.price['discounts']) !== undefined;
      if (kind !== 'recalculation' || !isRead || code.trim() === '' || code.length > 36 || others.length > 0 || !isSold)
        return voids;
      if ((forced.has(code) || codes.isValid(code)) !== isKnown) return voids;
      if (shown.some((one) => one.code.toLowerCase() === code.toLowerCase() || !own.has(one.code))) return voids;
      const expected = `discount ${JSON.stringify(code)}, applied or with an error`;
      const actual = shown.length === 0 ? 'no discount' : `${shown.length} of the shop's own`;
      return [...voids, { of: code, exchanges: [n], expected, actual }];
    };
  },
});

export const droppedCodes: readonly ShopRow[] = [
  dropped({ requirement: 'recalculation/bad-discount-reported', cause: 'bad code dropped' }, false),
  dropped({ requirement: 'recalculation/good-discount-applied', cause: 'valid code dropped' }, true),
];
