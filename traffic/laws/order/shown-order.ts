import type { Finding, Judgement } from '#schemas';
import { readAnswer } from '../../judging/answer.ts';
import type { Exchange } from '../../exchange.ts';
import { broken, defineMerchantLaw, holds, untold } from '../define.ts';
import { createMemory } from '../memory.ts';
import { sentOrder } from './confirmations.ts';
import { isNormalised } from './oa-order-id-echo.ts';

const id = 'basket/oa-order-id';

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
const mostDoubted = 20;
/** An order that is shown may still be under way, and is seen once it is answered. */
const underWayMs = 30_000;

/** Resources › Basket: oaOrderId is the platform's id of its order, if known. Until it is ordered here nobody knows of which. */
export const shownOrder = defineMerchantLaw({
  id: 'order/shown-order',
  covers: [id],
  start: ({ budget }) => {
    const baskets = createMemory<Ordered>(budget);
    let doubted: readonly Shown[] = [];
    const orderedOf = (basketId: string): Ordered => baskets.get(basketId) ?? { known: [] };
    const learn = (basketId: string, oaOrderId: string, more: Partial<Ordered> = {}): void => {
      const before = orderedOf(basketId);
      const known = [...new Set([oaOrderId, ...before.known])].slice(0, mostKnown);
      baskets.set(basketId, { ...before, ...more, known });
    };
    const isOwn = ({ basketId, oaOrderId }: Shown): boolean =>
      orderedOf(basketId).known.some((one) => one === oaOrderId || isNormalised(one, oaOrderId));
    const charge = (now: number): readonly Judgement[] => {
      const due = doubted.filter(({ answeredAt }) => now - answeredAt >= underWayMs);
      if (due.length > 0) doubted = doubted.filter((one) => !due.includes(one));
      return due.flatMap((one) => {
        const { known, confirmedAt } = orderedOf(one.basketId);
        return confirmedAt === undefined || isOwn(one) ? [] : [broken(id, findingOf(one, known[0] ?? '', confirmedAt))];
      });
    };
    return {
      see(exchange) {
        const order = sentOrder(exchange);
        if (order?.basketId !== undefined) {
          const isConfirmed = order.read.kind === 'answered' && order.shopOrderId !== undefined;
          learn(order.basketId, order.oaOrderId, isConfirmed ? { confirmedAt: exchange.n } : {});
        }
        const charged = charge(exchange.at);
        const shown = shownIn(exchange);
        if (shown === undefined) return charged;
        if (orderedOf(shown.basketId).confirmedAt === undefined) learn(shown.basketId, shown.oaOrderId);
        else if (isOwn(shown)) return [...charged, holds(id)];
        else if (doubted.length < mostDoubted) doubted = [...doubted, shown];
        return charged;
      },
      end: () => [...charge(Number.POSITIVE_INFINITY), untold(id, 'no basket that was ordered showed an oaOrderId')],
    };
  },
});

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
