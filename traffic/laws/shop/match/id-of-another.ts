import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { type AnsweredBasket, answeredBasket } from '../../../ledgers/shop/answers.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../../ledgers/shop/requested-basket.ts';

/** A basket that was retrieved, by the id it was answered with. */
interface Known {
  /** The basketId it is retrieved by. */
  readonly asked: string;
  readonly exchange: number;
  /** A run had it made for nobody, and it was never shown with a user. */
  readonly isNobodys: boolean;
  /** The users it was made for or sent with. */
  readonly users: readonly string[];
}

interface Crossed {
  readonly finding: Finding;
  readonly before: number;
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
export const createIdsOfOthers = (budget: ByteBudget) => {
  const known = createMemory<Known | 'shared'>(budget, { most: 2_000 });
  const holders = createMemory<string>(budget, { most: 2_000 });
  let hasOwnIds = false;
  /** By call, id and user, the last answer under the id of the request. */
  const own = createMemory<number>(budget, { most: 2_000 });
  const crossed = createMemory<Crossed>(budget, { most: 200 });

  const retrieved = ({ facts: { made }, n }: Exchange, asked: string, id: string, basket: AnsweredBasket): void => {
    const before = known.get(id);
    const lines = inAnyOrder(basket.lines.map(({ id: product, quantity }) => [product, quantity])).join();
    const holder = holders.get(lines);
    if (holder === undefined) holders.set(lines, id);
    else if (holder !== id && basket.lines.length > 0) hasOwnIds = true;
    if (before === 'shared' || (before !== undefined && before.asked !== asked)) {
      known.set(id, 'shared');
      return;
    }
    const { isNobodys = true, users = [], exchange = n } = before ?? {};
    known.set(id, {
      asked,
      exchange,
      isNobodys: isNobodys && made !== undefined && userOf(made) === undefined && userOf(basket) === undefined,
      users: withUser(users, made && userOf(made)),
    });
  };

  const sent = (exchange: Exchange, requested: string, id: string): Finding | undefined => {
    const { call, n } = exchange;
    const user = userOf(requestIn(exchange));
    const key = JSON.stringify([call.name, requested, user]);
    const asked = known.get(requested);
    if (asked === undefined || asked === 'shared') return undefined;
    const one = { ...asked, users: withUser(asked.users, user) };
    if (one.users !== asked.users) known.set(requested, one);
    if (id === requested) {
      own.set(key, n);
      const back = crossed.get(key);
      crossed.delete(key);
      return back && { ...back.finding, exchanges: [back.before, ...(back.finding.exchanges ?? []), n] };
    }
    const other = known.get(id);
    if (!hasOwnIds || other === undefined || other === 'shared' || one.asked === other.asked) return undefined;
    if (spelled(requested) === spelled(id)) return undefined;
    const finding = findingOf(exchange, [requested, one], [id, other]);
    if (areOfDifferent(one, other)) return finding;
    const before = own.get(key);
    if (before !== undefined) crossed.set(key, { finding, before });
    return undefined;
  };

  return {
    see(exchange: Exchange) {
      const answer = answeredBasket(exchange);
      if (answer === undefined || typeof answer.id !== 'string') return undefined;
      const asked = scannedBasket(exchange);
      if (asked !== undefined) retrieved(exchange, asked, answer.id, answer);
      if (asked !== undefined || isPartlyKept(exchange.request.body)) return undefined;
      const requested = requestedBasket(exchange);
      return requested === undefined ? undefined : sent(exchange, requested, answer.id);
    },
  };
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

const findingOf = (
  { call, n }: Exchange,
  [requested, one]: readonly [string, Known],
  [id, other]: readonly [string, Known],
): Finding => ({
  message: `A ${call.name} was answered with another basket, which is retrieved by a basketId of its own; answer with the basket of the request, and keep nothing of a request where another one can reach it.`,
  expected: `id ${JSON.stringify(requested)}`,
  actual: `id ${JSON.stringify(id)}, which came back for ${JSON.stringify(other.asked)}`,
  pointer: '/id',
  exchanges: [one.exchange, other.exchange, n],
  cause: 'id of another basket',
});
