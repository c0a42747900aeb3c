import { decodeCheckpoint, type Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { type AskedPage, askedPage } from './asked-page.ts';
import { describe, type Listed } from './listed.ts';

/** A catalogue may have a million products: the last seen are remembered. */
const mostProducts = 5000;
const mostSynchronisations = 100;

/** More than a commit takes, and than clocks in whole seconds hide. */
const lateByMs = 2000;

/** The last page with products of a synchronisation, and what it covered. */
interface Covered {
  /** Of the checkpoint it was asked for, in epoch milliseconds. */
  readonly after: number;
  readonly last: Pick<Listed, 'id' | 'updatedAt' | 'epochMs'>;
  readonly ids: ReadonlySet<string>;
  readonly exchange: number;
  readonly at: number;
  /** When the empty page after it was answered: whoever synchronises goes on from its nextCheckpoint. */
  readonly endedAt?: number;
}

interface Sighted {
  readonly epochMs: number;
  /** When it was first given with that time. */
  readonly seenAt: number;
}

/** Changes that come to be listed behind the checkpoints that had been given since. */
export interface LateChanges {
  readonly see: (exchange: Exchange) => Finding | undefined;
  /** Seen once only. */
  readonly single: () => Finding | undefined;
}

/**
 * Catalogue rules › 3, 6 and 8: a synchronisation goes on from the last nextCheckpoint, so that a change is in time only if its
 * updatedAt is after what had been given by the time it is listed. One that is listed later, with an updatedAt well before the
 * nextCheckpoint of a synchronisation that came to its end without it, comes to nobody. A product that had not been seen
 * before, or had been seen with a later time, may come from elsewhere and says nothing, nor does a checkpoint of a time to come.
 */
export const createLateChanges = (budget: ByteBudget): LateChanges => {
  const synchronisations = createMemory<Covered>(budget, {
    most: mostSynchronisations,
    weigh: ({ ids }) => 400 + 100 * ids.size,
  });
  const known = createMemory<Sighted>(budget, { most: mostProducts, weigh: () => 60 });
  /** By the synchronisation that ended without it: what was set back once, with a clock, may be all of one. */
  const late = new Map<number, Finding>();
  const lateIn = (page: AskedPage, at: number): Finding | undefined => {
    let found: Finding | undefined;
    for (const [index, product] of page.products.entries()) {
      const before = known.get(product.id);
      if (before === undefined || before.epochMs >= product.epochMs || late.size > mostSynchronisations) continue;
      for (const covered of synchronisations.values()) {
        if (!isBehind(product, covered) || before.seenAt >= covered.at || at <= (covered.endedAt ?? at)) continue;
        found = findingOf(product, covered, { index, exchange: page.exchange });
        late.set(covered.exchange, found);
        break;
      }
    }
    return found;
  };
  return {
    see(exchange) {
      const page = askedPage(exchange);
      if (page === undefined || !page.products.every((one) => one.hasOffset && one.hasMilliseconds)) return undefined;
      const found = lateIn(page, exchange.at);
      for (const { id, epochMs } of page.products) {
        const before = known.get(id);
        if (before === undefined || before.epochMs < epochMs) known.set(id, { epochMs, seenAt: exchange.answeredAt });
      }
      const covered = coveredBy(page, exchange);
      if (covered && page.nextCheckpoint !== undefined) synchronisations.set(page.nextCheckpoint, covered);
      const ended =
        page.products.length === 0 && page.checkpoint !== null ? synchronisations.get(page.checkpoint) : undefined;
      if (ended && page.checkpoint !== null && ended.endedAt === undefined)
        synchronisations.set(page.checkpoint, { ...ended, endedAt: exchange.answeredAt });
      return late.size > 1 ? found : undefined;
    },
    single: () => (late.size === 1 ? late.values().next().value : undefined),
  };
};

/** Undefined where it covers nothing, or gives a checkpoint of a time that is still to come. */
const coveredBy = ({ products, checkpoint }: AskedPage, { n, at, answeredAt }: Exchange): Covered | undefined => {
  const from = checkpoint === null ? { epochMs: Number.NEGATIVE_INFINITY } : decodeCheckpoint(checkpoint);
  const last = products.at(-1);
  if (from === undefined || last === undefined || last.epochMs > answeredAt) return undefined;
  const { id, updatedAt, epochMs } = last;
  const ids = new Set(products.map((product) => product.id));
  return { after: from.epochMs, last: { id, updatedAt, epochMs }, ids, exchange: n, at };
};

const isBehind = ({ id, epochMs }: Listed, { after, last, ids, endedAt }: Covered): boolean =>
  endedAt !== undefined && epochMs > after && epochMs + lateByMs <= last.epochMs && !ids.has(id);

const findingOf = (
  product: Listed,
  { last, exchange: earlier }: Covered,
  { index, exchange }: { readonly index: number; readonly exchange: number },
): Finding => ({
  message:
    'A changed product came to be listed with an updatedAt from before the nextCheckpoint that a synchronisation without it had ended with. Whoever goes on from there never learns of the change: set updatedAt as the change becomes visible, after all that has been given by then.',
  expected: `product ${JSON.stringify(product.id)} with an updatedAt after ${describe(last)}, which had been given by then`,
  actual: describe(product),
  pointer: `/products/${index}`,
  exchanges: [earlier, exchange],
  cause: 'listed behind a checkpoint',
});
