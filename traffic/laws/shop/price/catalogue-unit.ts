import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { readOnce } from '../../../retention/read-once.ts';
import { createRecent } from '../../../retention/recent.ts';
import type { ShopRow } from '../../by-rows.ts';
import { id, leastHundredth } from './row.ts';

/** So many variants have to cost the same in both. */
const leastAlike = 3;
const mostVariants = 4_000;

export const pricesIn = readOnce((step: ShopStep): readonly (readonly [variant: string, price: unknown])[] => {
  if (step.kind === 'catalogue')
    return step.given.flatMap(({ variants }) => [...variants].map(([variant, { unitPrice }]) => [variant, unitPrice]));
  if (step.kind !== 'retrieval' && step.kind !== 'recalculation') return [];
  return (step.priced?.lines ?? []).flatMap((line) => (line.isShort ? [] : [[line.id, line.unitPrice]]));
});

export const isHundredth = (one: number, other: number): boolean =>
  one >= leastHundredth && other > 0 && Math.abs(one / 100 - other) < 1;

/** The unit of catalogue prices is not shown. Where several variants cost the same in baskets, it is theirs, and that of the others too. */
export const catalogueUnit: ShopRow<typeof id> = {
  requirement: id,
  cause: 'variant in another unit than others',
  leeway: 'the unit of catalogue prices is not shown, and it may be an offer',
  look: () => {
    const remembered = <Value>() => createRecent<Value>(mostVariants);
    const [listed, sold, settled] = [remembered<number>(), remembered<number>(), remembered<true>()];
    let count = 0;
    return (step) => {
      const [own, other] = step.kind === 'catalogue' ? [listed, sold] : [sold, listed];
      return pricesIn(step).flatMap(([variant, price]) => {
        if (typeof price !== 'number' || price <= 0 || settled.get(variant)) return [];
        const there = other.get(variant) ?? 0;
        own.set(variant, price);
        if (there === price) count += 1;
        const isOdd = count >= leastAlike && (isHundredth(there, price) || isHundredth(price, there));
        if (there === price || isOdd) settled.set(variant, true);
        if (!isOdd) return [];
        const expected = `unitPrice ${there} of ${JSON.stringify(variant)}, as ${step.kind === 'catalogue' ? 'in baskets' : 'in the catalogue'}`;
        return [{ unlike: variant, exchanges: [step.n], expected, actual: `unitPrice ${price}` }];
      });
    };
  },
};
