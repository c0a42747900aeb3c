import { type Dependence, depends, type Observed } from '../../../evidence/depends.ts';
import type { JsonObject } from '../../../json.ts';
import { discountsOf, hasError, isAmount, objectsIn } from '../../../ledgers/shop/answers.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import type { ShopLedgers, ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { createMemory } from '../../../retention/memory.ts';
import { readOnce } from '../../../retention/read-once.ts';
import { shortened } from '../../../retention/shortened.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

const mostLines = 50;
const mostBaskets = 20;

const calls = {
  retrieval: 'in a retrieval',
  recalculation: 'in a recalculation',
  lock: 'in a lock',
  basketChange: 'in a push',
} as const;

/** A basket as one call showed it. */
type Looked = NonNullable<ReturnType<typeof lookedAt>>;

/** Each line once, in whichever order, as far as these members go. */
const each = (lines: readonly JsonObject[], ...members: readonly string[]): string =>
  shortened(inAnyOrder(lines.map((line) => members.map((member) => line[member]))).join());

const lookedAt = readOnce((step: BasketCall) => {
  const { n, at, answeredAt, before, kind, request, made, exchange, isPartlyKept, shown: basket } = step;
  if (basket === undefined || isPartlyKept || basket.lines.length > mostLines) return undefined;
  const { lines, price, loggedUser } = basket;
  const isAsked = kind === 'recalculation' || kind === 'lock';
  const user = JSON.stringify([
    (isAsked ? request['loggedUser'] : (loggedUser ?? made?.loggedUser)) ?? null,
    price['currency'],
  ]);
  const discounts = discountsOf(price);
  const codes = each(discounts, 'code', 'error');
  const times = Map.groupBy(lines, ({ id }) => id);
  return {
    step,
    when: { n, at, answeredAt },
    basket,
    /** Lines without an error whose product stands in no other line, and what else they must not depend on. */
    lines: lines.flatMap((line, index) => {
      const place = index === 0 ? 'where its line stands first' : 'where its line stands after others';
      return hasError(line) || times.get(line['id'])?.length !== 1 ? [] : [{ line, index, place }];
    }),
    /** And the currency: prices, texts and policies may be somebody's own. */
    user,
    hasCodes: codes !== '',
    /** All that prices may depend on. */
    contents: JSON.stringify([each(lines, 'id', 'quantity', 'error'), codes, user]),
    discounts,
    context: {
      call: calls[kind],
      source: isAsked ? 'where the request brings products' : 'where the shop has the products itself',
      lock: before.some((one) => one.kind === 'lock') ? 'after a lock of the basket' : 'before a lock of the basket',
      first: before.length === 0 ? 'in the first answer about a basket' : 'in a later answer about a basket',
      company: (exchange.facts.beside ?? []).length > 0 ? 'beside other calls' : 'with no other call under way',
    },
  };
});

/** A row about what is shown of baskets that were not ordered. */
const dependsOn = (
  row: Omit<Dependence<ShopStep, ShopLedgers>, 'observe'>,
  observe: (looked: Looked, turn: string) => readonly Observed[],
): ShopRow =>
  depends<ShopStep, ShopLedgers>({
    ...row,
    observe: (ledgers, budget) => {
      const owned = createMemory<readonly string[]>(budget, { most: 2_000 });
      return (step) => {
        if (step.kind === 'order' || step.kind === 'catalogue' || ledgers.baskets.isOrdered(step.id ?? ''))
          return undefined;
        const looked = lookedAt(step);
        if (looked === undefined) return undefined;
        const own = [...new Set([...(owned.get(looked.user) ?? []), step.id ?? ''])].slice(0, mostBaskets);
        owned.set(looked.user, own);
        return observe(looked, `in basket ${own.indexOf(step.id ?? '') + 1} of a user`);
      };
    },
  });

const products = dependsOn(
  { requirement: 'basket/same-everywhere', cause: 'product shown otherwise' },
  ({ when, basket, lines, user, hasCodes, context }) => {
    const size = basket.lines.length > 1 ? 'beside other products' : 'in a basket of its own';
    const codes = hasCodes ? 'with a discount code' : 'without a discount code';
    return lines.flatMap(({ line: { id, name, images, ean }, index, place }): readonly Observed[] => {
      // Another EAN than its schema allows is told there.
      const hasCode = ean === undefined || (typeof ean === 'string' && ean.length <= 36);
      if (typeof name !== 'string' || !Array.isArray(images) || !hasCode) return [];
      const value = `${JSON.stringify(id)} with name ${JSON.stringify(name)}, images ${images.join(' ')} and ${ean ? `EAN ${ean}` : 'no EAN'}`;
      return [
        {
          ...when,
          key: JSON.stringify([id, user]),
          value,
          context: { ...context, place, size, codes },
          pointer: `/products/${index}`,
        },
      ];
    });
  },
);

const prices = dependsOn(
  { requirement: 'basket/same-everywhere', cause: 'price otherwise', passes: true },
  ({ step, when, lines, discounts, contents, context: shared }, turn) => {
    // What a basket is worth, basket/value-follows says, and what a lock charges, lock/as-recalculated. A push may come after prices changed.
    if (step.kind === 'lock' || step.kind === 'basketChange') return [];
    const context = { ...shared, turn };
    const ofLines = lines.flatMap(({ line: { id, unitPrice }, index, place }): readonly Observed[] => {
      if (!isAmount(unitPrice) || unitPrice < 0) return [];
      const [key, value] = [JSON.stringify([contents, id]), `unitPrice ${unitPrice} of ${JSON.stringify(id)}`];
      return [{ ...when, key, value, context: { ...context, place }, pointer: `/products/${index}/unitPrice` }];
    });
    const value = `discounts ${each(discounts, 'code', 'value')}`;
    return [...ofLines, { ...when, key: contents, value, context, pointer: '/price/discounts' }];
  },
);

/** Catalogue rules › Product policies: sent when needed, omitted otherwise. They may depend on the customer and on what else is bought. */
const policies = dependsOn(
  { requirement: 'basket/policies-omitted-when-none', cause: 'other policies recalculated' },
  ({ when, step, basket, contents, context }) => {
    if (step.kind === 'basketChange' || (step.askedId ?? step.answeredId) !== step.answeredId) return [];
    return [...Map.groupBy(basket.lines, ({ id }) => id)].flatMap(([id, alike]): readonly Observed[] => {
      const texts = alike.map(policyOf);
      if (texts.includes(undefined) || alike.some(hasError)) return [];
      // Of a product that is split into lines, one of them may say it.
      const policy = texts.find((text) => text !== '') ?? '';
      const value = `${JSON.stringify(id)} with ${policy === '' ? 'no policies' : `policies ${policy}`}`;
      // That no lock has policies, since everybody was asked before, may be meant so.
      const isWeak = step.kind === 'lock' && policy === '';
      return [
        {
          ...when,
          key: JSON.stringify([contents, id]),
          value,
          context: { call: context.call },
          pointer: '/products',
          isWeak,
        },
      ];
    });
  },
);

/** Undefined where it is none by its schema, which tells so; an empty list is another requirement's. */
const policyOf = ({ policies: list = [] }: JsonObject): string | undefined => {
  if (!Array.isArray(list) || list.length > 1) return undefined;
  const [policy] = objectsIn(list) ?? [];
  if (policy === undefined) return '';
  const { type, criteria } = policy;
  const { minAge } = Object(criteria) as JsonObject;
  return type === 'AGE' && isAmount(minAge) && minAge >= 0 ? `AGE ${minAge}` : undefined;
};

/** Resources › Basket: what a product is called and what it costs, and what it is restricted to, hangs on the basket and not on who answers. */
export const sameEverywhere = lawByRows('basket/same-everywhere', [policies, products, prices], {
  'basket/same-everywhere': ['no basket was answered twice with the same contents'],
});
