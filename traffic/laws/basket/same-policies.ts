import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import { shortened } from '../../retention/shortened.ts';
import { broken, defineMerchantLaw } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { answeredBasket, countedLines, discountsOf, hasError, objectsIn } from '../../ledgers/shop/answers.ts';
import { requestedBasket, requestIn } from '../../ledgers/shop/requested-basket.ts';

const id = 'basket/policies-omitted-when-none';

/** A basket without shortages, as it was answered. */
interface Answered {
  /** What else a restriction could depend on: products, quantities and codes. */
  readonly contents: string;
  readonly user: unknown;
  /** By product, what its policies ask for; nothing where it has none. */
  readonly policies: ReadonlyMap<string, string>;
  readonly exchange: number;
  readonly answeredAt: number;
}

/** A retrieval and the recalculation or lock after it, which agree in all but the policies of a product. */
interface Contradiction {
  readonly isLock: boolean;
  readonly exchanges: readonly number[];
}

/**
 * Catalogue rules › Product policies: sent when needed, omitted otherwise; so whether they are there says whether a restriction
 * applies. It may change, or depend on the customer and on what else is bought. Where one basket is recalculated just as it was
 * retrieved, by the same user, and that is so once more of a later retrieval, the call alone makes the difference. A
 * lock without policies is one of the two at most: that none has them, since everybody was asked before, may be meant so.
 */
export const samePolicies = defineMerchantLaw({
  id: 'basket/same-policies',
  covers: [id],
  start: ({ budget }) => {
    const retrieved = createMemory<Answered>(budget, { most: 2_000 });
    const contradicted = createMemory<Contradiction>(budget, { most: 2_000 });
    const compared = (before: Answered, now: Answered, isLock: boolean): Finding | undefined => {
      for (const [product, shown] of before.policies) {
        const recalculated = now.policies.get(product) ?? '';
        if (recalculated === shown) continue;
        const key = JSON.stringify([product, shown, recalculated]);
        const first = contradicted.get(key);
        const exchanges = [before.exchange, now.exchange];
        if (first === undefined) contradicted.set(key, { isLock, exchanges });
        else if (before.exchange > (first.exchanges.at(-1) ?? 0) && !(isLock && first.isLock && recalculated === ''))
          return findingOf({ product, shown, recalculated, exchanges: [...first.exchanges, ...exchanges] });
      }
      return undefined;
    };
    return {
      see(exchange) {
        const { name } = exchange.call;
        const requested = requestedBasket(exchange);
        if ((name === 'order' || name === 'basketChange') && requested !== undefined) retrieved.delete(requested);
        if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return [];
        const answered = answeredOf(exchange);
        if (answered === undefined) return [];
        if (name === 'retrieval') {
          retrieved.set(answered.basketId, answered);
          return [];
        }
        const before = requested === undefined ? undefined : retrieved.get(requested);
        if (before === undefined || exchange.at < before.answeredAt || isPartlyKept(exchange.request.body)) return [];
        if (before.contents !== answered.contents || before.user !== requestIn(exchange)['loggedUser']) return [];
        const finding = compared(before, answered, name === 'lock');
        return finding === undefined ? [] : [broken(id, finding)];
      },
      end: () => [],
    };
  },
});

/** Undefined where something is short, or cannot be read. */
const answeredOf = (exchange: Exchange): (Answered & { readonly basketId: string }) | undefined => {
  const { id: basketId, lines = [], price, loggedUser: user } = answeredBasket(exchange) ?? {};
  const counted = countedLines(lines);
  if (typeof basketId !== 'string' || counted === undefined || lines.some(hasError)) return undefined;
  const quantities = new Map<string, number>();
  const policies = new Map<string, string>();
  for (const [index, { id: product, quantity }] of counted.entries()) {
    const policy = policyOf(lines[index] ?? {});
    if (policy === undefined) return undefined;
    quantities.set(product, (quantities.get(product) ?? 0) + quantity);
    // Of a product that is split into lines, one of them may say it.
    policies.set(product, policy || (policies.get(product) ?? ''));
  }
  const codes = discountsOf(price).map(({ code, error }) => JSON.stringify([code, error]));
  const contents = shortened(JSON.stringify([[...quantities].toSorted(byProduct), codes.toSorted()]));
  return { basketId, contents, user, policies, exchange: exchange.n, answeredAt: exchange.answeredAt };
};

const byProduct = ([one]: readonly [string, number], [other]: readonly [string, number]): number =>
  one < other ? -1 : 1;

/** Undefined where it is none by its schema, which tells so; an empty list is the same row's already. */
const policyOf = ({ policies = [] }: JsonObject): string | undefined => {
  if (!Array.isArray(policies) || policies.length > 1) return undefined;
  const [policy] = objectsIn(policies) ?? [];
  if (policy === undefined) return '';
  const { type, criteria } = policy;
  const minAge = isObject(criteria) ? criteria['minAge'] : undefined;
  return type === 'AGE' && Number.isSafeInteger(minAge) && Number(minAge) >= 0 ? `AGE ${String(minAge)}` : undefined;
};

interface Found {
  readonly product: string;
  readonly shown: string;
  readonly recalculated: string;
  readonly exchanges: readonly number[];
}

const findingOf = ({ product, shown, recalculated, exchanges }: Found): Finding => ({
  message:
    'Twice a basket was retrieved and then recalculated or locked as it was, and a product had other policies then; give a product its policies in every answer, or in none where no restriction applies.',
  expected: `${JSON.stringify(product)} with ${inWords(shown)}, as it was retrieved`,
  actual: inWords(recalculated),
  pointer: '/products',
  exchanges,
  cause: shown === '' ? 'policies in a recalculation only' : 'other policies recalculated',
});

const inWords = (policy: string): string => (policy === '' ? 'no policies' : `policies ${policy}`);
