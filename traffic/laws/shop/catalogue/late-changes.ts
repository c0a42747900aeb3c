import { onceOnly, type Sight } from '../../../evidence/row.ts';
import type { CataloguePage } from '../../../ledgers/shop/catalogue.ts';
import { describe, type Listed } from '../../../ledgers/shop/listed.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

const mostSynchronisations = 100;

/** More than a commit takes, and than clocks in whole seconds hide. */
const lateByMs = 2000;

/** The last page with products of a synchronisation, and what it covered. */
interface Covered {
  /** Of the checkpoint it was asked for, in epoch milliseconds. */
  readonly after: number;
  readonly last: Pick<Listed, 'id' | 'updatedAt' | 'epochMs'>;
  readonly ids: ReadonlySet<string>;
  readonly n: number;
  readonly at: number;
  /** When the empty page after it was answered: whoever synchronises goes on from its nextCheckpoint. */
  readonly endedAt?: number;
}

/**
 * Catalogue rules › 3, 6 and 8: a synchronisation goes on from the last nextCheckpoint, so that a change is in time only if its
 * updatedAt is after what had been given by the time it is listed. One that is listed later, with an updatedAt well before the
 * nextCheckpoint of a synchronisation that came to its end without it, comes to nobody. A product that had not been seen
 * before, or had been seen with a later time, may come from elsewhere and says nothing, nor does a checkpoint of a time to come.
 */
export const lateChanges: ShopRow = {
  requirement: 'catalogue/change-bumps-updated-at',
  cause: 'listed behind a checkpoint',
  // What was set back once, with a clock, may be all of one synchronisation.
  sights: 2,
  fewAtEnd: onceOnly,
  look: (_, budget) => {
    const synchronisations = createMemory<Covered>(budget, {
      most: mostSynchronisations,
      weigh: ({ ids }) => 400 + 100 * ids.size,
    });
    const lateIn = ({ products = [], earlier, at, n }: CataloguePage): readonly Sight[] =>
      products.flatMap((product, index): readonly Sight[] => {
        const before = earlier[index];
        if (before === undefined || before.epochMs >= product.epochMs) return [];
        for (const covered of synchronisations.values())
          if (isBehind(product, covered) && before.seenAt < covered.at && at > (covered.endedAt ?? at))
            return [sightOf(product, covered, { index, n })];
        return [];
      });
    return (step) => {
      if (step.kind !== 'catalogue' || !step.isExact) return undefined;
      const { products = [], checkpoint, nextCheckpoint } = step;
      const found = lateIn(step);
      const covered = coveredBy(step);
      if (covered && nextCheckpoint !== undefined) synchronisations.set(nextCheckpoint, covered);
      const ended = products.length === 0 && checkpoint !== null ? synchronisations.get(checkpoint) : undefined;
      if (ended && checkpoint !== null && ended.endedAt === undefined)
        synchronisations.set(checkpoint, { ...ended, endedAt: step.answeredAt });
      return found;
    };
  },
};

/** Undefined where it covers nothing, or gives a checkpoint of a time that is still to come. */
const coveredBy = ({ products = [], checkpoint, after, n, at, answeredAt }: CataloguePage): Covered | undefined => {
  const last = products.at(-1);
  if ((checkpoint !== null && after === undefined) || last === undefined || last.epochMs > answeredAt) return undefined;
  const { id, updatedAt, epochMs } = last;
  const ids = new Set(products.map((product) => product.id));
  return { after: after?.epochMs ?? Number.NEGATIVE_INFINITY, last: { id, updatedAt, epochMs }, ids, n, at };
};

const isBehind = ({ id, epochMs }: Listed, { after, last, ids, endedAt }: Covered): boolean =>
  endedAt !== undefined && epochMs > after && epochMs + lateByMs <= last.epochMs && !ids.has(id);

const sightOf = (
  product: Listed,
  { last, n: earlier }: Covered,
  { index, n }: { readonly index: number; readonly n: number },
): Sight => ({
  unlike: earlier,
  expected: `product ${JSON.stringify(product.id)} with an updatedAt after ${describe(last)}, which had been given by then`,
  actual: describe(product),
  pointer: `/products/${index}`,
  exchanges: [earlier, n],
});
