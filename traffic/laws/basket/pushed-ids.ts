import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { JsonObject } from '../../json.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { createMemory } from '../../retention/memory.ts';
import { answeredBasket, linesIn } from '../../ledgers/shop/answers.ts';
import { inAnyOrder } from '../../ledgers/shop/in-any-order.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../ledgers/shop/requested-basket.ts';

/** A single line may be of a product that was put in the place of another, at the same price, and back; an empty id is of none. */
const telling = 2;
/** A basket holds no more that anybody compares. */
const mostLines = 200;

interface Line {
  readonly id: string;
  /** Its quantity and prices. */
  readonly amounts: string;
}

interface Pushed {
  readonly lines: readonly Line[];
  readonly exchange: number;
  /** The ids that the basket was retrieved with before. */
  readonly before: readonly string[];
}

/** Pushes whose lines have ids of their own. */
export interface PushedIds {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Variant › id: the identifier used in basket retrieval, and Resources › Basket: a push has the fields of the basket. ReceiverFacts are pushes whose
 * lines stand, in quantity and prices, in the basket as it is retrieved next, there under ids that it had before as well, and
 * in the push under ids that it has neither before nor after.
 */
export const createPushedIds = (budget: ByteBudget): PushedIds => {
  const shown = createMemory<readonly string[]>(budget, { most: 2_000 });
  const pushed = createMemory<Pushed>(budget, { most: 200 });
  let found: readonly number[] = [];
  let strays = 0;
  const compared = ({ lines, exchange, before }: Pushed, now: readonly Line[], n: number): Finding | undefined => {
    const [others, own] = [straysIn(lines, now), straysIn(now, lines)];
    const isOfBefore = ({ id }: Line): boolean => before.includes(id);
    if (!own.every(isOfBefore) || others.some(isOfBefore) || amountsOf(others) !== amountsOf(own)) return undefined;
    const [other] = others;
    if (other === undefined) return undefined;
    const exchanges = [...found, n, exchange];
    strays += other.id === '' ? telling : others.length;
    found = strays < telling ? exchanges : [];
    if (strays < telling) return undefined;
    strays = 0;
    return {
      message:
        'Pushes of a basket have its lines under other ids than they are retrieved with, before and after; name the variants in a push as in every other basket.',
      expected: `the ids that the basket is retrieved with, such as ${JSON.stringify(own[0]?.id)}`,
      actual: `${JSON.stringify(other.id)}, in the same quantity and at the same price`,
      pointer: '/products',
      exchanges,
      cause: 'ids of its own in a push',
    };
  };
  return {
    see(exchange) {
      const scanned = scannedBasket(exchange);
      if (scanned !== undefined) {
        const lines = readLines(answeredBasket(exchange)?.lines);
        const push = pushed.get(scanned);
        pushed.delete(scanned);
        if (lines.length === 0) return undefined;
        shown.set(
          scanned,
          lines.map(({ id }) => id),
        );
        return push && compared(push, lines, exchange.n);
      }
      const { call, sender, request } = exchange;
      if (call.name !== 'basketChange' || sender !== 'target' || isPartlyKept(request.body)) return undefined;
      const basketId = requestedBasket(exchange) ?? '';
      const [lines, before] = [readLines(linesIn(requestIn(exchange))), shown.get(basketId)];
      if (before !== undefined && lines.length > 0) pushed.set(basketId, { lines, exchange: exchange.n, before });
      return undefined;
    },
  };
};

/** None where there are more than anybody compares. */
const readLines = (lines: readonly JsonObject[] = []): readonly Line[] =>
  lines.length > mostLines
    ? []
    : lines.map(({ id, quantity, unitPrice, linePrice }) => ({
        id: shortened(String(id)),
        amounts: JSON.stringify([quantity, unitPrice, linePrice]),
      }));

/** What stands in the one under an id that the other has not. */
const straysIn = (lines: readonly Line[], others: readonly Line[]): readonly Line[] =>
  lines.filter(({ id }) => !others.some((other) => other.id === id));

const amountsOf = (lines: readonly Line[]): string => inAnyOrder(lines.map(({ amounts }) => amounts)).join();
