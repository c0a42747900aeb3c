import type { Finding, Judgement } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { type AnswerRead, readAnswer } from '../../judging/answer.ts';
import { shortened } from '../../retention/shortened.ts';
import { broken, defineMerchantLaw, holds, untold, warned } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { sentOrder, type SentOrder } from './confirmations.ts';
import { createFineRepeats, type FineRepeats, type Repeat } from './fine-repeats.ts';
import { noSecondOrder, orderedAnew, unconfirmedRepeat } from './repeat-findings.ts';
import { createRepeatStock } from './repeat-stock.ts';

const covers = ['order/idempotent', 'order/idempotent-concurrently'] as const;

interface Try {
  readonly at: number;
  readonly answeredAt: number;
  readonly exchange: number;
  readonly beside: readonly number[] | undefined;
  readonly read: Heard;
}

/** What came of a call, without the body, which may be large. */
type Heard =
  | { readonly kind: 'answered' | 'refused'; readonly status: number }
  | Extract<AnswerRead, { readonly kind: 'unreadable' | 'silent' }>;

/** Everything that was sent under one oaOrderId. */
interface Sent {
  /** The body, or its digest. */
  readonly firstText: string | undefined;
  readonly tries: readonly Try[];
  readonly known: { readonly shopOrderId: string; readonly exchange: number } | undefined;
  /** Copies that were under way at once did not all come to the same: what comes later may come of that. */
  readonly isRaced: boolean;
  /** A repeat got no answer: wrong, unless the next one is confirmed. */
  readonly unanswered?: Finding | undefined;
  /** Nobody heard an answer once: what comes of that is order/retry-after-silence's, but that answers since then agree. */
  readonly isUnheard: boolean;
  /** It was told once what is wrong. */
  readonly isOver: boolean;
}

/** So many tries of one order are compared with. */
const mostTries = 50;

/** Endpoints › Rules: order placement is idempotent on oaOrderId, for what comes later and for what comes at once. */
export const sameOrder = defineMerchantLaw({
  id: 'order/same-order',
  covers,
  start: ({ budget }) => {
    const orders = createMemory<Sent>(budget, { most: 2_000 });
    const stock = createRepeatStock(budget);
    const repeats = createFineRepeats(budget);
    return {
      see(exchange) {
        repeats.see(exchange);
        if (exchange.call.name === 'catalogue') {
          const page = readAnswer(exchange);
          const finding = page.kind === 'answered' ? stock.page(page.body) : undefined;
          return finding === undefined ? [] : [broken('order/idempotent', finding)];
        }
        const order = sentOrder(exchange);
        if (order === undefined) return [];
        const before = orders.get(order.oaOrderId) ?? fresh(exchange);
        const { after, said } = next(before, order, exchange, repeats);
        orders.set(order.oaOrderId, { ...after, tries: [...before.tries, toTry(order, exchange)].slice(-mostTries) });
        if (order.shopOrderId !== undefined)
          stock.ordered(order, before.known?.shopOrderId === order.shopOrderId, exchange.n);
        return said;
      },
      end: () => [
        ...[...orders.values()].flatMap(({ unanswered: lost }) => (lost ? [broken('order/idempotent', lost)] : [])),
        untold('order/idempotent', 'no order was sent again'),
        untold('order/idempotent-concurrently', 'no copies of an order were under way at once'),
      ],
    };
  },
});

const toTry = ({ read }: SentOrder, { at, answeredAt, n, facts }: Exchange): Try => ({
  at,
  answeredAt,
  exchange: n,
  beside: facts.beside,
  read: heard(read),
});

const heard = (read: AnswerRead): Heard =>
  read.kind === 'answered' || read.kind === 'refused' ? { kind: read.kind, status: read.status } : read;

const textOf = ({ body: { text } }: Exchange['request']): string | undefined => text && shortened(text);

/** Whether they were under way at once; where nobody kept count the times tell. */
const isBeside = (one: Try, other: Exchange): boolean =>
  one.beside === undefined || other.facts.beside === undefined
    ? one.at < other.answeredAt && other.at < one.answeredAt
    : one.beside.includes(other.n) || other.facts.beside.includes(one.exchange);

const fresh = ({ request }: Exchange): Sent => ({
  firstText: textOf(request),
  tries: [],
  known: undefined,
  isRaced: false,
  isUnheard: false,
  isOver: false,
});

/** Why a repeat without an answer is only a warning. */
const lostOnItsWay = 'a call may be lost on its way now and then';

interface Step {
  readonly after: Sent;
  readonly said: readonly Judgement[];
}

const next = (before: Sent, order: SentOrder, exchange: Exchange, repeats: FineRepeats): Step => {
  const beside = before.tries.filter((one) => isBeside(one, exchange));
  const isConcurrent = before.isRaced || beside.length > 0;
  const isUneven = beside.length > 0 && [order, ...beside].some(({ read }) => read.kind !== 'answered');
  const sent: Sent = { ...before, isRaced: before.isRaced || isUneven };
  const { known } = sent;
  const id = isConcurrent ? 'order/idempotent-concurrently' : 'order/idempotent';
  const over = { ...sent, isOver: true };
  if (sent.isOver) return { after: sent, said: [] };
  if (order.unheard) return { after: { ...sent, known: undefined, isUnheard: true }, said: [] };
  const { read, shopOrderId } = order;
  if (read.kind === 'answered') {
    if (shopOrderId === undefined) return { after: sent, said: [] };
    if (known === undefined) {
      const troubled = sent.isUnheard ? undefined : troubledIn(beside);
      const after = { ...(troubled?.isBroken ? over : sent), known: { shopOrderId, exchange: exchange.n } };
      return { after, said: troubled === undefined ? [] : [copyTrouble(troubled)] };
    }
    const repeat = repeatOf(sent, known, order, exchange);
    if (shopOrderId === known.shopOrderId) {
      if (isConcurrent) repeats.fineAtOnce();
      else repeats.fine(repeat);
      const lost = sent.unanswered ? [warned(id, sent.unanswered, lostOnItsWay)] : [];
      return { after: { ...sent, unanswered: undefined }, said: [...lost, holds(id)] };
    }
    const apart = isConcurrent ? [] : repeats.differences(repeat);
    return { after: over, said: [broken(id, another(known, shopOrderId, exchange.n, { isConcurrent, apart }))] };
  }
  if (sent.isUnheard) return { after: sent, said: [] };
  if (read.kind === 'silent') {
    // A copy without an answer is a matter of the time limit.
    if (beside.length > 0) return { after: over, said: [] };
    if (known === undefined) return { after: sent, said: [] };
    const finding = unconfirmed(known, read, exchange.n);
    if (sent.tries.some((one) => isRepeatConfirmed(one, known)))
      return { after: sent, said: [warned(id, finding, lostOnItsWay)] };
    if (sent.unanswered === undefined) return { after: { ...sent, unanswered: finding }, said: [] };
    return { after: { ...over, unanswered: undefined }, said: [broken(id, finding)] };
  }
  if (known === undefined) return { after: sent, said: [] };
  const isBroken = beside.length > 0 ? isCopyBroken(read) : isServerError(read);
  const after = isBroken ? over : sent;
  if (beside.length > 0) return { after, said: [copyTrouble({ read, exchange: exchange.n, isBroken })] };
  const finding = unconfirmed(known, read, exchange.n);
  return { after, said: [isBroken ? broken(id, finding) : warned(id, finding, noSecondOrder)] };
};

const isRepeatConfirmed = ({ read, exchange }: Try, known: Known): boolean =>
  read.kind === 'answered' && exchange > known.exchange;

const repeatOf = ({ tries, firstText }: Sent, known: Known, order: SentOrder, exchange: Exchange): Repeat => {
  const first = tries.find((one) => one.exchange === known.exchange);
  return {
    exchange,
    basketId: order.basketId,
    isReordered: textOf(exchange.request) !== firstText,
    afterMs: first === undefined ? 0 : exchange.at - first.answeredAt,
    before: tries.filter((one) => isRepeatConfirmed(one, known)).length,
  };
};

type Unconfirmed = Exclude<Heard, { readonly kind: 'silent' }>;

const isServerError = (read: Unconfirmed): boolean => read.kind === 'unreadable' || read.status >= 500;

/** Not where it is told to come back while the first is being made, which the platform does anyway. */
const isCopyBroken = (read: Unconfirmed): boolean =>
  isServerError(read) && !(read.kind === 'refused' && read.status === 503);

interface Troubled {
  readonly read: Heard;
  readonly exchange: number;
  readonly isBroken: boolean;
}

/** The worst of the copies that came to their end before any was confirmed. */
const troubledIn = (beside: readonly Try[]): Troubled | undefined => {
  const troubled = beside.flatMap(({ read, exchange }): readonly Troubled[] => {
    if (read.kind === 'answered' || read.kind === 'silent') return [];
    return [{ read, exchange, isBroken: isCopyBroken(read) }];
  });
  return troubled.find(({ isBroken }) => isBroken) ?? troubled[0];
};

const copyTrouble = ({ read, exchange, isBroken }: Troubled): Judgement => {
  const finding = {
    message:
      'One of several copies of an order that arrived together was not answered with the order; let the copies wait for the first one and give its confirmation: store the oaOrderId atomically, or with a unique index, before the order is made.',
    expected: '2xx with the same shopOrderId for every copy',
    actual: inWords(read),
    exchanges: [exchange],
    cause: `copy ${isBroken ? 'broken' : 'turned away'}`,
  };
  const id = 'order/idempotent-concurrently';
  return isBroken ? broken(id, finding) : warned(id, finding, noSecondOrder);
};

type Known = NonNullable<Sent['known']>;

const another = (
  known: Known,
  shopOrderId: string,
  exchange: number,
  { isConcurrent, apart }: { readonly isConcurrent: boolean; readonly apart: readonly string[] },
): Finding => ({
  ...orderedAnew(known, { shopOrderId, exchange }, apart),
  ...(isConcurrent && {
    message:
      'Copies of one order that were under way at once were confirmed as different orders, so the customer would get it twice; look the oaOrderId up and store it atomically, or with a unique index.',
  }),
});

const unconfirmed = (known: Known, read: Heard, exchange: number): Finding =>
  unconfirmedRepeat(known, read, { actual: inWords(read), exchange });

const inWords = (read: Heard): string => {
  switch (read.kind) {
    case 'answered':
    case 'refused':
      return `HTTP ${read.status}`;
    case 'unreadable':
      return `HTTP ${read.status} with an unreadable body (${read.reason})`;
    case 'silent':
      return `no response (${read.reason})`;
    default:
      return read satisfies never;
  }
};
