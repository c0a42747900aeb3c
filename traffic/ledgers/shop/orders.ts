import type { Exchange } from '../../exchange.ts';
import { isObject, textIn } from '../../json.ts';
import { type AnswerRead, isPartlyKept, readAnswer } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { shortened } from '../../retention/shortened.ts';
import { hasError, linesIn } from './answers.ts';
import type { BasketCall } from './calls.ts';
import { codesOf } from './discounts.ts';
import { requestIn } from './requested-basket.ts';

/** What came of a call, without the body, which may be large. */
export type Heard =
  | { readonly kind: 'answered' | 'refused'; readonly status: number }
  | Extract<AnswerRead, { readonly kind: 'unreadable' | 'silent' }>;

/** An order that was sent, and what came of it, as far as both can be read. */
type SentOrder = NonNullable<ReturnType<typeof sentOrder>>;

/** A call of an order, and which of ours were under way with it. */
export type Try = Pick<SentOrder, 'n' | 'at' | 'answeredAt' | 'heard'> & {
  /** Nothing else was ordered meanwhile. */
  readonly isAlone: boolean;
  readonly beside?: readonly number[] | undefined;
};
export type Confirmed = Try & { readonly shopOrderId: string };

/**
 * What a try says about its order: it was confirmed `first`, as the `same` or as `another` one; once it had been confirmed it was `declined`
 * with 4xx, `crashed`, or `lost` without an answer; or it says `nothing`.
 */
type Became = 'first' | 'same' | 'another' | 'declined' | 'crashed' | 'lost' | 'nothing';

/** Everything that was sent under one oaOrderId. */
interface Order {
  readonly n: number;
  readonly firstText: string | undefined;
  readonly basketId: string | undefined;
  readonly tries: readonly Try[];
  readonly known?: Confirmed | undefined;
  /** The first one, whatever came later. */
  readonly shopOrderId?: string | undefined;
  /** Copies that were under way at once did not all come to the same: what comes later may come of that. */
  readonly isRaced?: boolean;
  /** A repeat that nobody answered, unless one was answered since. */
  readonly lost?: Try | undefined;
  /** Nobody heard an answer once: what comes of that is order/retry-after-silence's, but that answers since then agree. */
  readonly isUnheard?: boolean;
  /** It went wrong once; what comes later comes of that. */
  readonly isOver?: boolean;
}

/** What was done with a basket last, other than ordering it, and how often it was locked. */
interface Handled {
  readonly name: string;
  readonly at: number;
  readonly locks: number;
  /** As it was answered last: without an error, and until when it is valid. */
  readonly isWhole?: boolean;
  readonly until?: number | undefined;
}

/** One call of an order, and what it says about the order. */
export type Placement = NonNullable<ReturnType<ReturnType<typeof createOrders>['see']>>;

const mostTries = 50;

export const createOrders = (budget: ByteBudget) => {
  const orders = createMemory<Order>(budget, { most: 2_000 });
  const handled = createMemory<Handled>(budget, { most: 2_000 });
  let lastOrder = Number.NEGATIVE_INFINITY;
  return {
    note({ at, kind: name, askedId, answeredId, basket, isShort, until }: BasketCall): void {
      if (name === 'basketChange') return;
      const { locks = 0, ...before } = handled.get(askedId ?? '') ?? {};
      if (askedId !== undefined)
        handled.set(askedId, { ...before, name, at, locks: name === 'lock' ? locks + 1 : locks });
      if (answeredId === undefined || basket === undefined) return;
      const isWhole = !isShort && !basket.lines.some(hasError);
      handled.set(answeredId, { name, at, locks: 0, ...handled.get(answeredId), isWhole, until });
    },
    see(exchange: Exchange) {
      const sent = sentOrder(exchange);
      if (sent === undefined) return undefined;
      const { n, at, answeredAt, oaOrderId, heard, basketId } = sent;
      const text = textOf(exchange);
      const before: Order = orders.get(oaOrderId) ?? { n, firstText: text, basketId, tries: [] };
      const beside = before.tries.filter((one) => isBeside(one, exchange));
      const isAlone = at >= lastOrder && (exchange.facts.beside ?? []).length === 0;
      lastOrder = Math.max(lastOrder, answeredAt);
      const now: Try = { n, at, answeredAt, heard, isAlone, beside: exchange.facts.beside };
      const { became, ...after } = next(before, sent, now, beside);
      const first = before.shopOrderId ?? sent.shopOrderId;
      orders.set(oaOrderId, { ...after, shopOrderId: first, tries: [...before.tries, now].slice(-mostTries) });
      return {
        ...sent,
        isAlone,
        kind: 'order' as const,
        became,
        /** The order before this try. */
        before,
        /** Copies that were under way at once. */
        beside,
        isConcurrent: before.isRaced === true || beside.length > 0,
        /** So many repeats had been confirmed. */
        repeats: repeatsOf(before),
        /** Its JSON members came in another order than at first. */
        isReordered: text !== before.firstText,
        basket: handled.get(basketId ?? ''),
      };
    },
    /** The first try of an order, and what it was confirmed with first. */
    first: (oaOrderId: string): Pick<Order, 'n' | 'basketId' | 'shopOrderId'> | undefined => orders.get(oaOrderId),
  };
};

const next = (
  before: Order,
  sent: SentOrder,
  now: Try,
  beside: readonly Try[],
): Order & { readonly became: Became } => {
  const isUneven = beside.length > 0 && [sent, ...beside].some(({ heard }) => heard.kind !== 'answered');
  const order: Order = { ...before, isRaced: before.isRaced === true || isUneven };
  const { known, isUnheard = false, isOver = false } = before;
  const { heard, shopOrderId } = sent;
  const nothing = { ...order, became: 'nothing' } as const;
  if (isOver) return nothing;
  if (sent.isUnheard) return { ...nothing, known: undefined, isUnheard: true };
  if (heard.kind === 'answered') {
    if (shopOrderId === undefined) return nothing;
    if (known === undefined) {
      const hasCrashed = !isUnheard && beside.some((one) => isCrash(one.heard, true));
      return { ...order, isOver: hasCrashed, known: { ...now, shopOrderId }, became: 'first' };
    }
    if (known.shopOrderId === shopOrderId) return { ...order, lost: undefined, became: 'same' };
    return { ...order, isOver: true, became: 'another' };
  }
  if (isUnheard) return nothing;
  if (heard.kind === 'silent') {
    // A copy without an answer is a matter of the time limit.
    if (beside.length > 0) return { ...nothing, isOver: true };
    if (known === undefined) return nothing;
    if (repeatsOf(before) > 0) return { ...order, became: 'lost' };
    return before.lost === undefined
      ? { ...order, lost: now, became: 'lost' }
      : { ...order, isOver: true, lost: undefined, became: 'lost' };
  }
  if (known === undefined) return nothing;
  return isCrash(heard, beside.length > 0)
    ? { ...order, isOver: true, became: 'crashed' }
    : { ...order, became: 'declined' };
};

const repeatsOf = ({ tries, known }: Order): number =>
  known === undefined ? 0 : tries.filter(({ heard, n }) => heard.kind === 'answered' && n > known.n).length;

/** A copy may be told with 503 to come back while the first is being made, which the platform does anyway. */
export const isCrash = (heard: Heard, isCopy: boolean): boolean =>
  heard.kind === 'unreadable' || (heard.kind === 'refused' && heard.status >= 500 && !(isCopy && heard.status === 503));

/** Whether they were under way at once; where nobody kept count the times tell. */
const isBeside = (one: Try, { n, at, answeredAt, facts }: Exchange): boolean =>
  one.beside === undefined || facts.beside === undefined
    ? one.at < answeredAt && at < one.answeredAt
    : one.beside.includes(n) || facts.beside.includes(one.n);

const textOf = ({ request: { body } }: Exchange): string | undefined => body.text && shortened(body.text);

/** Undefined for one that says nothing of the shop: rate limits are not specified. */
const sentOrder = (exchange: Exchange) => {
  const { call, response, failure, facts, n, at, answeredAt } = exchange;
  if (call.name !== 'order' || failure?.blame === 'proxy' || response?.status === 429) return undefined;
  const request = requestIn(exchange);
  const { oaOrderId } = request;
  if (typeof oaOrderId !== 'string') return undefined;
  const read = readAnswer(exchange);
  const isUnkept = read.kind === 'unreadable' && response !== undefined && isPartlyKept(response.body);
  const basket = isObject(request['basket']) ? request['basket'] : {};
  const confirmation = read.kind === 'answered' && isObject(read.body) ? read.body : {};
  return {
    n,
    at,
    answeredAt,
    oaOrderId,
    basketId: textIn(basket['id']),
    request,
    /** The products of its basket that have an id and a quantity. */
    lines: (linesIn(basket) ?? []).flatMap(({ id, quantity }) =>
      typeof id === 'string' && typeof quantity === 'number' ? [{ id, quantity }] : [],
    ),
    codesAsked: codesOf(basket['price']).map(({ code }) => code),
    heard: heardOf(read),
    /** Of a confirmation; undefined where it carries none that can be read. */
    shopOrderId: textIn(confirmation['shopOrderId']),
    echo: textIn(confirmation['oaOrderId']),
    /** We stopped listening, or whoever did kept only a part: nobody knows the whole answer. */
    isUnheard: failure?.blame === 'ours' || facts.injected !== undefined || isUnkept,
  };
};

const heardOf = (read: AnswerRead): Heard =>
  read.kind === 'answered' || read.kind === 'refused' ? { kind: read.kind, status: read.status } : read;
