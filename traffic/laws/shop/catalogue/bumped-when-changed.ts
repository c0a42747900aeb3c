import type { Sight, Voids } from '../../../evidence/row.ts';
import type { Given, GivenAgain } from '../../../ledgers/shop/catalogue.ts';
import { createMemory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';
import { lateChanges } from './late-changes.ts';

const requirement = 'catalogue/change-bumps-updated-at';

/** What is still so then is told while it is watched; of a run it is told at its end. */
const settledMs = 30_000;

/**
 * Whoever reads twice sees what changed without a bump; whether a change was made at all, the scenario knows that made it. A shop
 * that reads products and variants one after the other shows half of a change once, and the bump with the next answer.
 */
const unbumped: ShopRow = {
  requirement,
  dueMs: settledMs,
  dueAtEndMs: Number.NEGATIVE_INFINITY,
  look: (_, budget) => {
    /** When the first answer that showed it was over, in epoch milliseconds; infinite once another one has. */
    const suspects = createMemory<number>(budget, { most: 2_000 });
    const lookAt = (now: GivenAgain, at: number, answeredAt: number): readonly (Sight | Voids)[] => {
      const { id: of, changed, isBumped } = now;
      const seenAt = suspects.get(of);
      const voids: Voids = { voids: () => true, of };
      if (isBumped) {
        suspects.delete(of);
        return seenAt === undefined ? [] : [voids];
      }
      if (changed === undefined || at <= (seenAt ?? Number.NEGATIVE_INFINITY)) return [];
      suspects.set(of, seenAt === undefined ? answeredAt : Number.POSITIVE_INFINITY);
      return seenAt === undefined ? [once(sightOf(now))] : [voids, { ...sightOf(now), at: seenAt }];
    };
    return (step) => {
      if (step.kind !== 'catalogue') return undefined;
      const again = step.given.filter((one) => 'before' in one);
      const said = again.flatMap((one) => lookAt(one, step.at, step.answeredAt));
      return again.some(({ isBumped, changed }) => isBumped && changed !== undefined) ? [...said, 'passed'] : said;
    };
  },
};

/** Of a single answer nobody can tell whether it was given amid the change. */
const once = (sight: Sight): Sight => ({
  ...sight,
  at: Number.POSITIVE_INFINITY,
  leeway: 'a single answer may have been read in the middle of a change',
});

const sightOf = ({ id, updatedAt, changed, before, n, index }: GivenAgain): Sight => ({
  of: id,
  cause: 'changed without a bump',
  message: `The ${changed?.name} of a product changed while its updatedAt stayed the same; set updatedAt with every change of price, stock or EAN.`,
  expected: `${changed?.name} ${JSON.stringify(changed?.then)} of variant ${JSON.stringify(changed?.variant)}, as long as updatedAt is ${JSON.stringify(updatedAt)}`,
  actual: `${changed?.name} ${JSON.stringify(changed?.now)}`,
  pointer: `/products/${index}`,
  exchanges: [before.n, n],
});

/**
 * Resources › CatalogueProduct › variants, with price and stock belonging to the variant: a page without one says nothing of it to
 * the platform. Which variants there are is not among what has to bump updatedAt (Catalogue rules › 8), so that one may come or go;
 * where it was there before and is there afterwards, with one updatedAt, it was there all the time.
 */
const fewerVariants: ShopRow = {
  requirement,
  cause: 'fewer variants now and then',
  // Once may be a catalogue that is changed and changed back.
  sights: 2,
  look: (_, budget) => {
    /** The first answer that had fewer. */
    const fewer = createMemory<GivenAgain>(budget, {
      most: 200,
      weigh: ({ before }) => 300 + 100 * before.variants.size,
    });
    return (step) =>
      step.kind !== 'catalogue'
        ? undefined
        : step.given.flatMap((now): readonly Sight[] => {
            const { id, updatedAt } = now;
            const isSame = 'before' in now && !now.isBumped;
            const first = fewer.get(id);
            if (isSame && now.missing !== undefined) {
              if (first === undefined) fewer.set(id, now);
              return [];
            }
            if (first !== undefined) fewer.delete(id);
            if (!isSame || first === undefined || !isWithin(first.before, now)) return [];
            return [
              {
                unlike: first.n,
                expected: `variant ${JSON.stringify(first.missing)} of product ${JSON.stringify(id)}, as long as updatedAt is ${JSON.stringify(updatedAt)}`,
                actual: 'the product without it',
                pointer: `/products/${first.index}/variants`,
                exchanges: [first.before.n, step.n, first.n],
              },
            ];
          });
  },
};

const isWithin = (some: Given, all: Given): boolean => [...some.variants.keys()].every((one) => all.variants.has(one));

export const bumpedWhenChanged = lawByRows('catalogue/bumped-when-changed', [unbumped, fewerVariants, lateChanges]);
