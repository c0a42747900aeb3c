import { isObject } from '../../../json.ts';
import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

/** The basket a user was first sent with; undefined once it was sent with another as well. */
interface Sent {
  readonly basketId: string | undefined;
  readonly n: number;
}

/** An answer with another user than its request carried. */
interface Shown {
  readonly basketId: string;
  /** Undefined where the basket was made without a user. */
  readonly own: string | undefined;
  readonly user: string;
  readonly n: number;
  readonly answeredAt: number;
}

/** A shop with ids of its own for users does not make one from the beginning of so long an id. */
const longest = 100;

/**
 * Resources › Basket › loggedUser: the unique id of the user. A shop may answer another than it was sent, one of its own or
 * the first it was told of; not the one that was sent with some other basket and never with this one. Of a call without a user it can
 * be told where a run had the basket made, with a user of its own or with none: whoever shops for real may have several.
 */
export const ownUser: ShopRow = {
  requirement: 'basket/answers-the-asked',
  cause: 'user of another basket',
  look: (_, budget) => {
    const sent = createMemory<Sent>(budget);
    /** Users the shop named before anybody sent them: it may answer them for whichever basket. */
    const theirs = createMemory<true>(budget);
    /** By the user, the first answer that showed one whom nobody had been seen to send. */
    const shown = createMemory<Shown>(budget);
    /** What a request that carries a user says of an answer that came before it was seen. */
    const note = (user: string, basketId: string, { n, at }: ShopStep) => {
      const before = sent.get(user);
      const isSame = before === undefined || before.basketId === basketId;
      sent.set(user, { n: before?.n ?? n, basketId: isSame ? basketId : undefined });
      const one = before === undefined ? shown.get(user) : undefined;
      if (one === undefined) return undefined;
      // Before it was sent.
      if (one.answeredAt < at) theirs.set(user, true);
      return one.answeredAt < at || one.basketId === basketId ? undefined : sightOf(one, n);
    };
    const isAnothers = (
      user: string,
      owner: Sent | undefined,
      ...own: readonly (string | undefined)[]
    ): owner is Sent =>
      owner?.basketId !== undefined &&
      !own.includes(owner.basketId) &&
      !theirs.has(user) &&
      !theirs.hasForgotten() &&
      !sent.hasForgotten();
    return (step) => {
      if (step.kind === 'catalogue' || step.kind === 'basketChange') return undefined;
      const basketId = step.kind === 'order' ? step.basketId : step.askedId;
      const asked = userIn(step);
      const belated = asked === undefined || basketId === undefined ? undefined : note(asked, basketId, step);
      const user = step.kind === 'order' ? undefined : textOf(step.answer['loggedUser']);
      if (step.kind === 'order' || user === undefined) return belated;
      const { n, answeredAt, answeredId, made, isNobodys } = step;
      const owner = sent.get(user);
      if (asked === undefined || basketId === undefined || step.kind === 'retrieval') {
        if (owner === undefined) theirs.set(user, true);
        const isToldApart = basketId !== undefined && (made !== undefined || isNobodys);
        if (belated !== undefined || !isToldApart || !isAnothers(user, owner, basketId, answeredId)) return belated;
        return sightOf({ basketId, own: made?.loggedUser, user, n, answeredAt }, owner.n);
      }
      if (user === asked) return belated === undefined ? 'passed' : ['passed', belated];
      const one = { basketId, own: asked, user, n, answeredAt };
      if (asked.length > longest && asked.startsWith(user))
        return { ...sightOf(one, n), cause: 'user cut short', leeway: 'a shop may have ids of its own for users' };
      if (owner === undefined && !shown.has(user)) shown.set(user, one);
      return belated ?? (isAnothers(user, owner, basketId) ? sightOf(one, owner.n) : undefined);
    };
  },
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The user that a request carries; of a retrieval the one whom a run had the basket made for. */
const userIn = (step: Exclude<ShopStep, { readonly kind: 'catalogue' }>): string | undefined => {
  if (step.kind === 'retrieval') return textOf(step.made?.loggedUser);
  const { basket } = step.request;
  const whole = step.kind === 'order' ? (isObject(basket) ? basket : {}) : step.request;
  return textOf(whole['loggedUser']);
};

const sightOf = ({ own, user, n }: Shown, other: number) => ({
  exchanges: [...new Set([other, n])],
  expected: own === undefined ? 'no loggedUser, or one of your own' : `loggedUser ${JSON.stringify(own)}, or none`,
  actual: `loggedUser ${JSON.stringify(user)}`,
});
