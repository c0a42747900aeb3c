import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isPartlyKept, readAnswer } from '../../../judging/answer.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../../ledgers/shop/requested-basket.ts';

/** The basket a user was first sent with; undefined once it was sent with another as well. */
interface Sent {
  readonly basketId: string | undefined;
  readonly exchange: number;
}

/** An answer with another user than its request carried. */
interface Shown {
  readonly basketId: string;
  /** Undefined where the basket was made without a user. */
  readonly own: string | undefined;
  readonly user: string;
  readonly exchange: number;
  readonly answeredAt: number;
}

/**
 * Resources › Basket › loggedUser: the unique id of the user. A shop may answer another than it was sent, one of its own or
 * the first it was told of; not the one that was sent with some other basket and never with this one. Of a basket that was only
 * retrieved it can be told where a run had it made, with a user of its own or with none: whoever shops for real may have several.
 */
export const createUsers = (budget: ByteBudget) => {
  const sent = createMemory<Sent>(budget);
  /** Users the shop named before anybody sent them: it may answer them for whichever basket. */
  const theirs = createMemory<true>(budget);
  /** By the user, the first answer that showed one whom nobody had been seen to send. */
  const shown = createMemory<Shown>(budget);
  /** What a request that carries a user says of an answer that came before it was seen. */
  const note = (user: string, basketId: string, { n, at }: Exchange): Finding | undefined => {
    const before = sent.get(user);
    const isSame = before === undefined || before.basketId === basketId;
    sent.set(user, { exchange: before?.exchange ?? n, basketId: isSame ? basketId : undefined });
    const one = before === undefined ? shown.get(user) : undefined;
    if (one === undefined) return undefined;
    // Before it was sent.
    if (one.answeredAt < at) theirs.set(user, true);
    return one.answeredAt < at || one.basketId === basketId ? undefined : findingOf(one, n);
  };
  const isAnothers = (user: string, owner: Sent | undefined, ...own: readonly (string | undefined)[]): owner is Sent =>
    owner?.basketId !== undefined &&
    !own.includes(owner.basketId) &&
    !theirs.has(user) &&
    !theirs.hasForgotten() &&
    !sent.hasForgotten();
  const ofMade = (exchange: Exchange, user: string): Finding | undefined => {
    const { n, answeredAt, facts } = exchange;
    const asked = scannedBasket(exchange);
    const owner = sent.get(user);
    if (facts.made === undefined || asked === undefined) return undefined;
    if (!isAnothers(user, owner, asked, idIn(exchange))) return undefined;
    return findingOf({ basketId: asked, own: facts.made.loggedUser, user, exchange: n, answeredAt }, owner.exchange);
  };
  return {
    /** `isOwn`: the user that the request carried. */
    see(exchange: Exchange) {
      const asked = askedBy(exchange) ?? madeFor(exchange);
      const answered = textOf(answerIn(exchange)['loggedUser']);
      const belated = asked?.user === undefined ? undefined : note(asked.user, asked.basketId, exchange);
      if (answered === undefined) return { isOwn: false, finding: belated };
      const owner = sent.get(answered);
      if (asked?.user === undefined || exchange.call.name === 'retrieval') {
        if (owner === undefined) theirs.set(answered, true);
        return { isOwn: false, finding: belated ?? ofMade(exchange, answered) };
      }
      if (answered === asked.user) return { isOwn: true, finding: belated };
      const { n, answeredAt } = exchange;
      const one = { basketId: asked.basketId, own: asked.user, user: answered, exchange: n, answeredAt };
      if (owner === undefined && !shown.has(answered)) shown.set(answered, one);
      const isMixed = isAnothers(answered, owner, asked.basketId);
      return { isOwn: false, finding: belated ?? (isMixed ? findingOf(one, owner.exchange) : undefined) };
    },
  };
};

type Json = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const askedBy = (exchange: Exchange): { readonly basketId: string; readonly user: string | undefined } | undefined => {
  const { name } = exchange.call;
  if (name !== 'recalculation' && name !== 'lock' && name !== 'order') return undefined;
  if (isPartlyKept(exchange.request.body)) return undefined;
  const basketId = requestedBasket(exchange);
  const whole = requestIn(exchange);
  const { loggedUser } = name === 'order' ? (Object(whole['basket']) as Json) : whole;
  return basketId === undefined ? undefined : { basketId, user: textOf(loggedUser) };
};

/** The basket that a run had made for a user, as it is retrieved. */
const madeFor = (exchange: Exchange): ReturnType<typeof askedBy> => {
  const basketId = scannedBasket(exchange);
  const user = textOf(exchange.facts.made?.loggedUser);
  return basketId === undefined || user === undefined ? undefined : { basketId, user };
};

const answerIn = (exchange: Exchange): Json => {
  const { name } = exchange.call;
  if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return {};
  const read = readAnswer(exchange);
  return Object(read.kind === 'answered' ? read.body : undefined) as Json;
};

const idIn = (exchange: Exchange): string | undefined => textOf(answerIn(exchange)['id']);

const findingOf = ({ own, user, exchange }: Shown, other: number): Finding => ({
  expected: own === undefined ? 'no loggedUser, or one of your own' : `loggedUser ${JSON.stringify(own)}, or none`,
  actual: `loggedUser ${JSON.stringify(user)}`,
  pointer: '/loggedUser',
  exchanges: [...new Set([other, exchange])],
  cause: 'user of another basket',
});
