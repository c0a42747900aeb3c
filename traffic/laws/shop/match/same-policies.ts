import { isObject, type JsonObject } from '../../../json.ts';
import { objectsIn } from '../../../ledgers/shop/answers.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { contentsOf, totals } from '../../../ledgers/shop/quantities.ts';
import { createMemory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

/** What a basket without shortages was answered with. */
interface Answered {
  readonly n: number;
  readonly answeredAt: number;
  /** What else a restriction could depend on: products, quantities and codes. */
  readonly contents: string;
  readonly user: unknown;
  /** By product, what its policies ask for; nothing where it has none. */
  readonly policies: ReadonlyMap<string, string>;
}

/** Undefined where something is short, or cannot be read. */
const answeredIn = ({ n, answeredAt, basket, lines, isShort, codes }: BasketCall): Answered | undefined => {
  if (basket === undefined || lines === undefined || isShort) return undefined;
  const policies = new Map<string, string>();
  for (const [index, { id }] of lines.entries()) {
    const policy = policyOf(basket.lines[index] ?? {});
    if (policy === undefined) return undefined;
    // Of a product that is split into lines, one of them may say it.
    policies.set(id, policy || (policies.get(id) ?? ''));
  }
  const contents = `${contentsOf(totals(lines))} ${inAnyOrder(codes.map(({ code, error }) => [code, error])).join()}`;
  return { n, answeredAt, contents, user: basket.loggedUser, policies };
};

/** Undefined where it is none by its schema, which tells so; an empty list is another requirement's. */
const policyOf = ({ policies = [] }: JsonObject): string | undefined => {
  if (!Array.isArray(policies) || policies.length > 1) return undefined;
  const [policy] = objectsIn(policies) ?? [];
  if (policy === undefined) return '';
  const { type, criteria } = policy;
  const minAge = isObject(criteria) ? criteria['minAge'] : undefined;
  return type === 'AGE' && Number.isSafeInteger(minAge) && Number(minAge) >= 0 ? `AGE ${String(minAge)}` : undefined;
};

const inWords = (policy: string): string => (policy === '' ? 'no policies' : `policies ${policy}`);

/**
 * Catalogue rules › Product policies: sent when needed, omitted otherwise; so whether they are there says whether a restriction
 * applies. It may change, or depend on the customer and on what else is bought. Where one basket is recalculated just as it was
 * retrieved, by the same user, and that is so once more of a later retrieval, the call alone makes the difference.
 */
const row: ShopRow = {
  requirement: 'basket/policies-omitted-when-none',
  cause: 'other policies recalculated',
  message:
    'Twice a basket was retrieved and then recalculated or locked as it was, and a product had other policies then; give a product its policies in every answer, or in none where no restriction applies.',
  pointer: '/products',
  sights: 2,
  // That no lock has policies, since everybody was asked before, may be meant so.
  needsTelling: true,
  // Between a retrieval and a recalculation a restriction may change once.
  isEnough: (sights) => Number(sights.at(-1)?.exchanges[0]) > Number(sights[0]?.exchanges[1]),
  look: (_, budget) => {
    const retrieved = createMemory<Answered>(budget, { most: 2_000 });
    return (step) => {
      if (step.kind === 'catalogue') return undefined;
      if (step.kind === 'order' || step.kind === 'basketChange') {
        retrieved.delete((step.kind === 'order' ? step.basketId : step.askedId) ?? '');
        return undefined;
      }
      const now = answeredIn(step);
      if (now === undefined || step.answeredId === undefined) return undefined;
      if (step.kind === 'retrieval') {
        retrieved.set(step.answeredId, now);
        return undefined;
      }
      const before = retrieved.get(step.askedId ?? '');
      if (before === undefined || step.at < before.answeredAt || before.contents !== now.contents) return undefined;
      if (before.user !== step.request['loggedUser']) return undefined;
      return [...before.policies].flatMap(([product, shown]) => {
        const policy = now.policies.get(product) ?? '';
        return policy === shown
          ? []
          : {
              unlike: before.n,
              of: JSON.stringify([product, shown, policy]),
              exchanges: [before.n, now.n],
              expected: `${JSON.stringify(product)} with ${inWords(shown)}, as it was retrieved`,
              actual: inWords(policy),
              cause: shown === '' ? 'policies in a recalculation only' : 'other policies recalculated',
              tells: step.kind !== 'lock' || policy !== '',
            };
      });
    };
  },
};

export const samePolicies = lawByRows('basket/same-policies', [row]);
