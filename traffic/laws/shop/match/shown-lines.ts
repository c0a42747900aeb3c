import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

/** A retrieval of a basket that holds something. */
interface Shown {
  readonly id: string;
  readonly n: number;
  readonly at: number;
  readonly answeredAt: number;
  readonly lines: string;
  /** What had an error: where that is otherwise, others took or left some of the stock. */
  readonly short: string;
}

/** A basket of somebody, as it was last answered. */
interface Owned extends Omit<Shown, 'short'> {
  readonly owner: string;
  readonly isRetrieval: boolean;
}

const mostRecent = 50;
const mostOfUser = 20;

const shownIn = (step: ShopStep): Shown | undefined => {
  if (step.kind !== 'retrieval' || step.askedId === undefined) return undefined;
  const { askedId: id, n, at, answeredAt, basket: { lines: all = [] } = {} } = step;
  const lines = inAnyOrder(all.map((line) => [line['id'], line['quantity']])).join();
  const short = inAnyOrder(all.filter(({ error }) => error !== undefined).map((line) => line['id'])).join();
  return lines === '' ? undefined : { id, n, at, answeredAt, lines, short };
};

/**
 * Endpoints › Merchant-hosted › 1: `basketId` says which basket. A shop may change a basket itself; one that shows for a
 * single retrieval what another basket holds that is retrieved at that moment, and then its own again, has mixed them up.
 */
export const shownLines: ShopRow<'basket/answers-the-asked'> = {
  requirement: 'basket/answers-the-asked',
  cause: 'products of another basket',
  look: (_, budget) => {
    /** As it was last shown, and nobody has changed it since. */
    const shown = createMemory<Shown>(budget, { most: 2_000 });
    /** Retrievals that showed something else than the one before. */
    const odd = createMemory<Shown>(budget, { most: 200 });
    let recent: readonly Shown[] = [];
    return (step) => {
      if (step.kind === 'catalogue') return undefined;
      if (step.kind !== 'retrieval') {
        const id = (step.kind === 'order' ? step.basketId : step.askedId) ?? '';
        for (const memory of [shown, odd]) memory.delete(id);
      }
      const now = shownIn(step);
      if (now === undefined) return undefined;
      recent = [...recent, now].slice(-mostRecent);
      const [before, suspect] = [shown.get(now.id), odd.get(now.id)];
      odd.delete(now.id);
      if (before?.short === now.short && before.lines !== now.lines && suspect === undefined) {
        odd.set(now.id, now);
        return undefined;
      }
      shown.set(now.id, now);
      if (before?.lines !== now.lines || suspect === undefined) return undefined;
      const other = recent.find(
        ({ id, at, answeredAt }) =>
          id !== now.id && shown.get(id)?.lines === suspect.lines && at < suspect.answeredAt && suspect.at < answeredAt,
      );
      if (other === undefined) return undefined;
      return {
        exchanges: [before.n, other.n, now.n, suspect.n],
        expected: `the products of "${now.id}", as before and after`,
        actual: `those of "${other.id}"`,
      };
    };
  },
};

/**
 * Resources › Basket › id: unique, whoever the baskets are of. Where the baskets of a user are one, they were so from the first: told is
 * of two that were retrieved with products of their own, and of which one shows what the other was changed to.
 */
export const linesOfUser: ShopRow<'basket/answers-the-asked'> = {
  requirement: 'basket/answers-the-asked',
  cause: 'products of another basket of its user',
  sights: 2,
  look: (_, budget) => {
    const all = createMemory<readonly Owned[]>(budget, { most: 2_000 });
    const owners = createMemory<string>(budget, { most: 2_000 });
    const unlike = createMemory<true>(budget, { most: 2_000 });
    return (step) => {
      if (step.kind === 'catalogue' || step.kind === 'order' || step.kind === 'basketChange') return undefined;
      const { answeredId: id, basket, made, kind, n, at, answeredAt } = step;
      if (id === undefined || basket === undefined || step.askedId !== id) return undefined;
      const owner = made?.loggedUser ?? owners.get(id);
      if (owner === undefined) return undefined;
      owners.set(id, owner);
      const held = basket.lines.filter(({ quantity }) => quantity !== 0);
      const lines = inAnyOrder(held.map((line) => [line['id'], line['quantity']])).join();
      const now: Owned = { id, owner, n, at, answeredAt, lines, isRetrieval: kind === 'retrieval' };
      const known = all.get(owner) ?? [];
      const before = known.find((one) => one.id === id);
      all.set(owner, [...known.filter((one) => one !== before), now].slice(-mostOfUser));
      if (!now.isRetrieval) return undefined;
      const others = known.filter((one) => one !== before && one.answeredAt <= at);
      const pairOf = (other: Owned): string => JSON.stringify([id, other.id].toSorted());
      for (const other of others) if (other.lines !== lines) unlike.set(pairOf(other), true);
      if (before?.isRetrieval !== true || before.lines === lines || lines === '') return undefined;
      const other = others.find(
        (one) => !one.isRetrieval && one.n > before.n && one.lines === lines && unlike.has(pairOf(one)),
      );
      if (other === undefined) return undefined;
      return {
        unlike: lines,
        exchanges: [before.n, other.n, n],
        expected: `the products of "${id}", as it was retrieved before`,
        actual: `those of "${other.id}", another basket of its user`,
      };
    };
  },
};
