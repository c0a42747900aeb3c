import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isPartlyKept, readAnswer } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../memory.ts';
import { requestedBasket } from './requested-basket.ts';

/** The basket a user was first sent with; undefined once it was sent with another as well. */
interface Sent {
  readonly basketId: string | undefined;
  readonly exchange: number;
}

/** An answer with another user than its request carried. */
interface Shown {
  readonly basketId: string;
  readonly own: string;
  readonly user: string;
  readonly exchange: number;
  readonly answeredAt: number;
}

/** Baskets that are answered with a user. */
export interface Users {
  /** `isOwn`: the user that the request carried. */
  readonly see: (exchange: Exchange) => { readonly isOwn: boolean; readonly finding?: Finding | undefined };
}

/**
 * Resources › Basket › loggedUser: the unique id of the user. A shop may answer another than it was sent, one of its own or
 * the first it was told of; not the one that was sent with some other basket and never with this one.
 */
export const createUsers = (budget: ByteBudget): Users => {
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
  return {
    see(exchange) {
      const asked = askedBy(exchange);
      const answered = answeredBy(exchange);
      const belated = asked?.user === undefined ? undefined : note(asked.user, asked.basketId, exchange);
      if (answered === undefined) return { isOwn: false, finding: belated };
      const owner = sent.get(answered);
      if (asked?.user === undefined) {
        if (owner === undefined) theirs.set(answered, true);
        return { isOwn: false, finding: belated };
      }
      if (answered === asked.user) return { isOwn: true, finding: belated };
      const { n, answeredAt } = exchange;
      const one = { basketId: asked.basketId, own: asked.user, user: answered, exchange: n, answeredAt };
      if (owner === undefined && !shown.has(answered)) shown.set(answered, one);
      const isAnothers =
        owner?.basketId !== undefined &&
        owner.basketId !== asked.basketId &&
        !theirs.has(answered) &&
        !theirs.hasForgotten() &&
        !sent.hasForgotten();
      return { isOwn: false, finding: belated ?? (isAnothers ? findingOf(one, owner.exchange) : undefined) };
    },
  };
};

type Json = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const askedBy = (exchange: Exchange): { readonly basketId: string; readonly user: string | undefined } | undefined => {
  const { name } = exchange.call;
  const { body } = exchange.request;
  if ((name !== 'recalculation' && name !== 'lock' && name !== 'order') || isPartlyKept(body)) return undefined;
  const basketId = requestedBasket(exchange);
  const whole = Object(body.json.ok ? body.json.value : undefined) as Json;
  const { loggedUser } = name === 'order' ? (Object(whole['basket']) as Json) : whole;
  return basketId === undefined ? undefined : { basketId, user: textOf(loggedUser) };
};

const answeredBy = (exchange: Exchange): string | undefined => {
  const { name } = exchange.call;
  if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return undefined;
  const read = readAnswer(exchange);
  return textOf((Object(read.kind === 'answered' ? read.body : undefined) as Json)['loggedUser']);
};

const findingOf = ({ own, user, exchange }: Shown, other: number): Finding => ({
  message:
    'A basket was answered with the loggedUser that was sent with another basket; keep the user with the basket, and nothing of one request where another can reach it.',
  expected: `loggedUser ${JSON.stringify(own)}, or none`,
  actual: `loggedUser ${JSON.stringify(user)}`,
  pointer: '/loggedUser',
  exchanges: [...new Set([other, exchange])],
  cause: 'user of another basket',
});
