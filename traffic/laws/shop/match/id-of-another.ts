import type { Sight } from '../../../evidence/row.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

/** A basket that was retrieved, by the id it was answered with. */
interface Known {
  /** The basketId it is retrieved by. */
  readonly asked: string;
  readonly n: number;
  /** A run had it made for nobody, and it was never shown with a user. */
  readonly isNobodys: boolean;
  /** The users it was made for or sent with. */
  readonly users: readonly string[];
}

/** With more of them nobody knows whose it is. */
const mostUsers = 20;

/**
 * Resources › Basket › id: unique, and the request says which basket it is about. Told are answers under the id of another basket, which
 * is retrieved by a basketId of its own. A shop may give a basket a new id, spell ids in its own way, and put the baskets of one
 * customer together: so both were made for nobody, or were only ever sent with different users, or the same request is answered under its own
 * id before and afterwards. An id that is worked out from what a basket holds says nothing: two baskets that hold the same have to have been
 * seen under different ids.
 */
export const idOfAnother: ShopRow = {
  requirement: 'basket/answers-the-asked',
  pointer: '/id',
  look: (_, budget) => {
    const known = createMemory<Known | 'shared'>(budget, { most: 2_000 });
    const holders = createMemory<string>(budget, { most: 2_000 });
    let hasOwnIds = false;
    /** By call, id and user, the last answer under the id of the request; and the one under another id since then. */
    const own = createMemory<number>(budget, { most: 2_000 });
    const crossed = createMemory<Sight>(budget, { most: 200 });

    const retrieved = ({ made, n, basket, askedId: asked = '', answeredId: id = '' }: BasketCall): void => {
      const before = known.get(id);
      const held = (basket?.lines ?? []).map(({ id: product, quantity }) => [product, quantity]);
      const lines = inAnyOrder(held).join();
      const holder = holders.get(lines);
      if (holder === undefined) holders.set(lines, id);
      else if (holder !== id && held.length > 0) hasOwnIds = true;
      if (before === 'shared' || (before !== undefined && before.asked !== asked)) {
        known.set(id, 'shared');
        return;
      }
      const { isNobodys = true, users = [], n: first = n } = before ?? {};
      const isForNobody = made !== undefined && [made, basket].every((one) => one && userOf(one) === undefined);
      known.set(id, {
        asked,
        n: first,
        isNobodys: isNobodys && isForNobody,
        users: withUser(users, made && userOf(made)),
      });
    };

    const sent = (call: BasketCall, requested: string, id: string): Sight | undefined => {
      const { kind, n, request } = call;
      const user = userOf(request);
      const key = JSON.stringify([kind, requested, user]);
      const asked = known.get(requested);
      if (asked === undefined || asked === 'shared') return undefined;
      const one = { ...asked, users: withUser(asked.users, user) };
      if (one.users !== asked.users) known.set(requested, one);
      if (id === requested) {
        own.set(key, n);
        const back = crossed.get(key);
        crossed.delete(key);
        return back && { ...back, exchanges: [...back.exchanges, n] };
      }
      const other = known.get(id);
      if (!hasOwnIds || other === undefined || other === 'shared' || one.asked === other.asked) return undefined;
      if (spelled(requested) === spelled(id)) return undefined;
      const sight = {
        cause: 'id of another basket',
        message: `A ${kind} was answered with another basket, which has a basketId of its own; answer with the basket of the request, and keep no data of a request in variables that other requests share.`,
        expected: `id ${JSON.stringify(requested)}`,
        actual: `id ${JSON.stringify(id)}, which came back for ${JSON.stringify(other.asked)}`,
        exchanges: [one.n, other.n, n],
      };
      if (areOfDifferent(one, other)) return sight;
      const before = own.get(key);
      if (before !== undefined) crossed.set(key, { ...sight, exchanges: [before, ...sight.exchanges] });
      return undefined;
    };

    return (step) => {
      if (step.kind === 'order' || step.kind === 'catalogue' || step.basket === undefined) return undefined;
      const { kind, askedId, answeredId, isPartlyKept } = step;
      if (askedId === undefined || answeredId === undefined) return undefined;
      if (kind !== 'retrieval') return isPartlyKept ? undefined : sent(step, askedId, answeredId);
      retrieved(step);
      return undefined;
    };
  },
};

/** Of different customers: the baskets of one may be put together. */
const areOfDifferent = (one: Known, other: Known): boolean => {
  const counts = [one.users.length, other.users.length];
  if (counts.every((count) => count === 0)) return one.isNobodys && other.isNobodys;
  const areNamed = counts.every((count) => count > 0 && count <= mostUsers);
  return areNamed && !one.users.some((user) => other.users.includes(user));
};

const userOf = ({ loggedUser }: { readonly loggedUser?: unknown }): string | undefined =>
  loggedUser === undefined || loggedUser === null || loggedUser === '' ? undefined : JSON.stringify(loggedUser);

const withUser = (users: readonly string[], user: string | undefined): readonly string[] =>
  user === undefined || users.includes(user) || users.length > mostUsers ? users : [...users, user];

const spelled = (id: string): string => id.normalize('NFKC').trim().toLowerCase();
