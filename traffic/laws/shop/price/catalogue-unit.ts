import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';
import { id } from './row.ts';

/** So many variants have to cost the same in both. */
const leastAlike = 3;
/** What costs less is cheap enough for a hundredth of it to be an offer. */
const leastHundredth = 300;

const pricesIn = (step: ShopStep): readonly (readonly [variant: string, price: unknown])[] => {
  if (step.kind === 'catalogue')
    return step.given.flatMap(({ variants }) => [...variants].map(([variant, { unitPrice }]) => [variant, unitPrice]));
  if (step.kind !== 'retrieval' && step.kind !== 'recalculation') return [];
  return (step.priced?.lines ?? []).flatMap((line) => (line.isShort ? [] : [[line.id, line.unitPrice]]));
};

const isHundredth = (one: number, other: number): boolean =>
  one >= leastHundredth && other > 0 && Math.abs(one / 100 - other) < 1;

/** The unit of catalogue prices is not shown. Where several variants cost the same in baskets, it is theirs, and that of the others too. */
export const catalogueUnit: ShopRow<typeof id> = {
  requirement: id,
  cause: 'variant in another unit than others',
  message:
    'A variant costs 100 times more or less in the catalogue than in baskets, while others cost the same in both. Write all prices in 1/100 of the currency unit.',
  pointer: '/products',
  leeway: 'the unit of catalogue prices is not shown, and it may be an offer',
  look: (_, budget) => {
    const [listed, sold] = [
      createMemory<number>(budget, { most: 2_000 }),
      createMemory<number>(budget, { most: 2_000 }),
    ];
    const settled = createMemory<true>(budget, { most: 2_000 });
    let count = 0;
    return (step) => {
      const [own, other] = step.kind === 'catalogue' ? [listed, sold] : [sold, listed];
      return pricesIn(step).flatMap(([variant, price]) => {
        if (typeof price !== 'number' || price <= 0 || settled.has(variant)) return [];
        const there = other.get(variant) ?? 0;
        own.set(variant, price);
        if (there === price) {
          settled.set(variant, true);
          count += 1;
        }
        if (count < leastAlike || (!isHundredth(there, price) && !isHundredth(price, there))) return [];
        settled.set(variant, true);
        const expected = `unitPrice ${there} of ${JSON.stringify(variant)}, as ${step.kind === 'catalogue' ? 'in baskets' : 'in the catalogue'}`;
        return [{ unlike: variant, exchanges: [step.n], expected, actual: `unitPrice ${price}` }];
      });
    };
  },
};
