import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isPartlyKept, readAnswer } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../memory.ts';

/** The basket a user was first sent with; undefined once it was sent with another as well. */
interface Sent {
  readonly basketId: string | undefined;
  readonly exchange: number;
}

interface Doubted {
  readonly basketId: string;
  readonly own: string;
  readonly user: string;
  readonly exchange: number;
  readonly answeredAt: number;
}

const mostDoubted = 50;

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
  let doubted: readonly Doubted[] = [];
  const note = (user: string, basketId: string, exchange: number): void => {
    const before = sent.get(user);
    sent.set(user, {
      exchange: before?.exchange ?? exchange,
      basketId: before === undefined || before.basketId === basketId ? basketId : undefined,
    });
  };
  /** Of answers that came before the request was seen which was under way beside them. */
  const belated = (user: string, { at, n }: Exchange): Finding | undefined => {
    const owner = sent.get(user);
    const one = doubted.find((each) => each.user === user && each.answeredAt >= at);
    doubted = doubted.filter((each) => each.user !== user);
    const isAnothers = one !== undefined && owner?.basketId !== undefined && owner.basketId !== one.basketId;
    return isAnothers ? findingOf(one, n) : undefined;
  };
  return {
    see(exchange) {
      const asked = askedBy(exchange);
      const answered = answeredBy(exchange);
      if (asked?.user !== undefined) note(asked.user, asked.basketId, exchange.n);
      const finding = asked?.user === undefined ? undefined : belated(asked.user, exchange);
      if (answered === undefined) return { isOwn: false, finding };
      if (asked?.user === undefined || exchange.call.name === 'order') {
        if (!sent.has(answered)) theirs.set(answered, true);
        return { isOwn: false, finding };
      }
      if (answered === asked.user) return { isOwn: true, finding };
      if (theirs.has(answered) || sent.hasForgotten()) return { isOwn: false, finding };
      const { n, answeredAt } = exchange;
      const one = { basketId: asked.basketId, own: asked.user, user: answered, exchange: n, answeredAt };
      const owner = sent.get(answered);
      if (owner === undefined && doubted.length < mostDoubted) doubted = [...doubted, one];
      const isAnothers = owner?.basketId !== undefined && owner.basketId !== asked.basketId;
      return { isOwn: false, finding: finding ?? (isAnothers ? findingOf(one, owner.exchange) : undefined) };
    },
  };
};

type Json = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const askedBy = ({
  call,
  request: { body },
}: Exchange): { readonly basketId: string; readonly user: string | undefined } | undefined => {
  if (call.name !== 'recalculation' && call.name !== 'lock' && call.name !== 'order') return undefined;
  if (isPartlyKept(body)) return undefined;
  const whole = Object(body.json.ok ? body.json.value : undefined) as Json;
  const { id, loggedUser } = call.name === 'order' ? (Object(whole['basket']) as Json) : whole;
  const basketId = textOf(id);
  return basketId === undefined ? undefined : { basketId, user: textOf(loggedUser) };
};

const answeredBy = (exchange: Exchange): string | undefined => {
  const { name } = exchange.call;
  if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return undefined;
  const read = readAnswer(exchange);
  return textOf((Object(read.kind === 'answered' ? read.body : undefined) as Json)['loggedUser']);
};

const findingOf = ({ own, user, exchange }: Doubted, other: number): Finding => ({
  message:
    'A basket was answered with the loggedUser that was sent with another basket; keep the user with the basket, and nothing of one request where another can reach it.',
  expected: `loggedUser ${JSON.stringify(own)}, or none`,
  actual: `loggedUser ${JSON.stringify(user)}`,
  pointer: '/loggedUser',
  exchanges: [...new Set([other, exchange])],
  cause: 'user of another basket',
});
