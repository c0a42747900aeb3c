import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { JsonObject } from '../../../json.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../../retention/memory.ts';
import { answeredBasket } from '../../../ledgers/shop/answers.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../../ledgers/shop/requested-basket.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { codesInForce } from './answered-codes.ts';

/** So many baskets have to show the code of another one. */
const telling = 2;

/** Baskets of the same contents that show a code nobody sent with them. */
interface Suspected {
  readonly code: string;
  /** The last of the same contents before, without a code. */
  readonly plain: number;
  /** Where the code was sent first, with another basket. */
  readonly sent: number;
  readonly baskets: readonly string[];
  readonly exchanges: readonly number[];
}

/** Baskets that a run had made, as they are retrieved. */
export interface OwnCodes {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › BasketPrice › discounts: what is applied to this basket. A shop may apply a code by itself, to some contents, from
 * some moment on, or to all. Where baskets are made just alike, with no code, and first have none, then that which was sent
 * with another basket alone, more than once, and then none again, it is that basket's.
 */
export const createOwnCodes = (budget: ByteBudget): OwnCodes => {
  /** By code, where it was sent first. */
  const sent = createMemory<number>(budget, { most: 2_000 });
  /** Pairs of a basket and a code that was sent with it. */
  const own = createMemory<true>(budget);
  /** Codes that the shop showed before anybody sent them. */
  const theirs = createMemory<true>(budget, { most: 2_000 });
  /** By contents, the last retrieval without a code. */
  const plain = createMemory<number>(budget, { most: 2_000 });
  const suspects = createMemory<Suspected>(budget, { most: 2_000 });
  const note = (exchange: Exchange, basketId: string): void => {
    for (const code of codesInForce(requestIn(exchange)['price'])) {
      own.set(JSON.stringify([basketId, code]), true);
      if (!sent.has(code)) sent.set(code, exchange.n);
    }
  };
  const isAnothers = (code: string, ids: readonly string[]): boolean =>
    sent.has(code) &&
    !theirs.has(code) &&
    !theirs.hasForgotten() &&
    !own.hasForgotten() &&
    !ids.some((id) => own.has(JSON.stringify([id, code])));
  return {
    see(exchange) {
      const { call, facts, n } = exchange;
      const requested = call.name === 'order' ? undefined : requestedBasket(exchange);
      if (requested !== undefined && !isPartlyKept(exchange.request.body)) note(exchange, requested);
      const answer = answeredBasket(exchange);
      const codes = answer === undefined ? [] : codesInForce(answer.price);
      for (const code of codes) if (!sent.has(code)) theirs.set(code, true);
      const asked = scannedBasket(exchange);
      if (answer === undefined || asked === undefined || facts.made === undefined) return undefined;
      const contents = contentsOf(answer.lines, facts.made.loggedUser);
      const suspected = suspects.get(contents);
      if (codes.length === 0) {
        plain.set(contents, n);
        suspects.delete(contents);
        return suspected !== undefined && suspected.baskets.length >= telling ? findingOf(suspected, n) : undefined;
      }
      const before = plain.get(contents);
      const code = codes.find((one) => isAnothers(one, [asked, String(answer.id)]));
      if (code === undefined || before === undefined || suspected?.baskets.includes(asked)) return undefined;
      const first = suspected?.code === code ? suspected : undefined;
      suspects.set(contents, {
        code,
        plain: first?.plain ?? before,
        sent: sent.get(code) ?? n,
        baskets: [...(first?.baskets ?? []), asked].slice(-telling),
        exchanges: [...(first?.exchanges ?? []), n].slice(-telling),
      });
      return undefined;
    },
  };
};

const contentsOf = (lines: readonly JsonObject[], user: string | undefined): string =>
  shortened(JSON.stringify([inAnyOrder(lines.map(({ id, quantity, unitPrice }) => [id, quantity, unitPrice])), user]));

const findingOf = ({ code, plain, sent, exchanges }: Suspected, n: number): Finding => ({
  message:
    'Baskets that were made just alike, without a code, were retrieved with the discount code that had only been sent with another basket, and without it before and afterwards; keep nothing of one request where another can reach it.',
  expected: 'no discount, as before and afterwards',
  actual: `discount code ${JSON.stringify(code)}, of another basket`,
  pointer: '/price/discounts',
  exchanges: [plain, sent, ...exchanges, n],
  cause: 'code of another basket',
});
