import type { Exchange } from '../../exchange.ts';
import { isObject } from '../../json.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import type { BasketCall } from './calls.ts';
import { codesOf, inForce } from './discounts.ts';
import { requestIn } from './requested-basket.ts';

/** The last request with a code. */
export interface Sent {
  readonly id: string;
  readonly n: number;
  readonly at: number;
}

/** Which discount codes were sent, shown, locked and ordered with. */
export const createCodes = (budget: ByteBudget, valid: readonly string[]) => {
  const remembered = <Value>(most = 2_000) => createMemory<Value>(budget, { most });
  const sent = remembered<Sent>();
  const taken = remembered<number>();
  const [theirs, locked, ended] = [remembered<true>(), remembered<true>(200), remembered<true>()];
  const [own, shown] = [createMemory<true>(budget), createMemory<true>(budget)];
  const keyOf = (id: string | undefined, code: string): string => JSON.stringify([id, code]);
  return {
    order(id: string, exchange: Exchange): void {
      const { basket } = requestIn(exchange);
      for (const { code } of codesOf(isObject(basket) ? basket['price'] : undefined))
        taken.set(code, exchange.answeredAt);
      ended.set(id, true);
    },
    note({ kind, n, answeredAt, askedId: id, answeredId, codesAsked, codes }: BasketCall): void {
      if (kind === 'lock') for (const code of codesAsked) taken.set(code, answeredAt);
      if (kind === 'basketChange') ended.set(id ?? '', true);
      for (const code of codesAsked) {
        if (id === undefined) break;
        sent.set(code, { id, n, at: answeredAt });
        own.set(keyOf(id, code), true);
      }
      for (const code of inForce(codes)) {
        if (!sent.has(code)) theirs.set(code, true);
        if (kind === 'lock') locked.set(code, true);
        if (kind === 'retrieval') for (const one of [id, answeredId]) shown.set(keyOf(one, code), true);
      }
    },
    /** The configuration says that it is applied. */
    isValid: (code: string) => valid.includes(code),
    /** The last request with it; undefined where the shop showed it before anybody sent it. */
    sentBefore: (code: string) => (theirs.has(code) || theirs.hasForgotten() ? undefined : sent.get(code)),
    /** It was sent with one of these baskets, or may have been. */
    isOf: (code: string, ids: readonly string[]) => own.hasForgotten() || ids.some((id) => own.has(keyOf(id, code))),
    /** One of these baskets was retrieved with it. */
    wasShown: (code: string, ids: readonly (string | undefined)[]) => ids.some((id) => shown.has(keyOf(id, code))),
    /** Nobody has locked or ordered with it since, in epoch milliseconds. */
    isFreeSince: (code: string, at: number) =>
      (taken.get(code) ?? Number.NEGATIVE_INFINITY) < at && !taken.hasForgotten(),
    /** A lock has had it in force, or may have had it. */
    wasLocked: (code: string) => locked.has(code) || locked.hasForgotten(),
    /** The basket was ordered or pushed, or may have been. */
    isEnded: (id: string) => ended.has(id) || ended.hasForgotten(),
  };
};
