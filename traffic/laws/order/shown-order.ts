import type { Finding } from '#schemas';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { readAnswer } from '../../judging/answer.ts';
import type { Exchange } from '../../exchange.ts';
import { createDoubts } from '../basket/alive/doubts.ts';
import { createMemory } from '../../retention/memory.ts';
import type { SentOrder } from './confirmations.ts';
import { isNormalised } from './normalised-id.ts';

interface Ordered {
  /** That may be shown: those it was ordered under, and what it showed before. */
  readonly known: readonly string[];
  /** The last order of it that was confirmed. */
  readonly confirmedAt?: number;
}

interface Shown {
  readonly basketId: string;
  readonly oaOrderId: string;
  readonly exchange: number;
  /** When it ended, in epoch milliseconds. */
  readonly answeredAt: number;
}

/** No basket is ordered more often, so that what a stranger's traffic makes us remember has an end. */
const mostKnown = 20;

/** Baskets that show an order, once one of theirs was confirmed. */
export interface ShownOrders {
  /** `order` is what this exchange sent, if any; `isOwn`: the basket it was answered with shows an order of its own. */
  readonly see: (
    exchange: Exchange,
    order: SentOrder | undefined,
  ) => { readonly isOwn: boolean; readonly findings: readonly Finding[] };
  readonly end: () => readonly Finding[];
}

/** Resources › Basket: oaOrderId is the platform's id of its order, if known. Until it is ordered here nobody knows of which. */
export const createShownOrders = (budget: ByteBudget): ShownOrders => {
  const baskets = createMemory<Ordered>(budget);
  /** The order that is shown may still be under way. */
  const doubted = createDoubts<Shown>();
  const orderedOf = (basketId: string): Ordered => baskets.get(basketId) ?? { known: [] };
  const learn = (basketId: string, oaOrderId: string, more: Partial<Ordered> = {}): void => {
    const before = orderedOf(basketId);
    const known = [...new Set([oaOrderId, ...before.known])].slice(0, mostKnown);
    baskets.set(basketId, { ...before, ...more, known });
  };
  const isOwn = ({ basketId, oaOrderId }: Shown): boolean =>
    orderedOf(basketId).known.some((one) => one === oaOrderId || isNormalised(one, oaOrderId));
  const charge = (now: number): readonly Finding[] =>
    doubted.due(now).flatMap((one) => {
      const { known, confirmedAt } = orderedOf(one.basketId);
      return confirmedAt === undefined || isOwn(one) ? [] : [findingOf(one, known[0] ?? '', confirmedAt)];
    });
  return {
    see(exchange, order) {
      if (order?.basketId !== undefined) {
        const isConfirmed = order.read.kind === 'answered' && order.shopOrderId !== undefined;
        learn(order.basketId, order.oaOrderId, isConfirmed ? { confirmedAt: exchange.n } : {});
      }
      const findings = charge(exchange.at);
      const shown = shownIn(exchange);
      if (shown === undefined) return { isOwn: false, findings };
      if (orderedOf(shown.basketId).confirmedAt === undefined) learn(shown.basketId, shown.oaOrderId);
      else if (isOwn(shown)) return { isOwn: true, findings };
      else doubted.add(shown);
      return { isOwn: false, findings };
    },
    end: () => charge(Number.POSITIVE_INFINITY),
  };
};

const findingOf = ({ oaOrderId, exchange }: Shown, own: string, confirmedAt: number): Finding => ({
  message:
    'A basket that was ordered shows the oaOrderId of no order of it; show the one it was ordered under, or none.',
  expected: `oaOrderId ${JSON.stringify(own)}, or none`,
  actual: `oaOrderId ${JSON.stringify(oaOrderId)}`,
  pointer: '/oaOrderId',
  exchanges: [confirmedAt, exchange],
  cause: 'oaOrderId of another order',
});

const answersWithBasket = ['retrieval', 'recalculation', 'lock'];

const shownIn = (exchange: Exchange): Shown | undefined => {
  if (!answersWithBasket.includes(exchange.call.name)) return undefined;
  const read = readAnswer(exchange);
  const { id: basketId, oaOrderId } = Object(read.kind === 'answered' ? read.body : undefined) as Record<
    string,
    unknown
  >;
  if (typeof basketId !== 'string' || typeof oaOrderId !== 'string') return undefined;
  return { basketId, oaOrderId, exchange: exchange.n, answeredAt: exchange.answeredAt };
};
