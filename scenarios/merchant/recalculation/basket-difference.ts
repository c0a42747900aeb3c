import type { ReadBasket, ReadLine } from '../../arrange/basket/read-basket.ts';

/** The first thing about products, quantities, prices and discounts in which two baskets differ. */
export interface Difference {
  readonly kind: FactKind;
  readonly first: string;
  readonly second: string;
  readonly pointer: string;
}

/** Validity, request ids, the order and splitting of lines, which deliveries there are and how soon may differ. */
export const difference = (first: ReadBasket, second: ReadBasket): Difference | undefined =>
  differences(first, second)[0];

/** As `difference`: all of them. */
export const differences = (first: ReadBasket, second: ReadBasket): readonly Difference[] => {
  const [one, other] = [facts(first), facts(second)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((fact) => {
    const [before, after] = [one.get(fact), other.get(fact)];
    const either = before ?? after;
    if (either === undefined || before?.text === after?.text) return [];
    if (either.mayBeMissing === true && (before === undefined || after === undefined)) return [];
    return {
      kind: either.kind,
      first: before?.text ?? `no ${fact}`,
      second: after?.text ?? `no ${fact}`,
      pointer: after?.pointer ?? either.pointer,
    };
  });
};

/** As a basket is compared where who may buy a product is told of elsewhere. */
export const withoutPolicies = (basket: ReadBasket): ReadBasket => ({
  ...basket,
  lines: basket.lines?.map((line) => ({ ...line, policies: [] })),
});

type FactKind = 'product' | 'discount' | 'delivery' | 'currency' | 'basketValue';

interface Fact {
  readonly kind: FactKind;
  readonly text: string;
  readonly pointer: string;
  /** It counts only where both baskets have it. */
  readonly mayBeMissing?: true;
}

const facts = (basket: ReadBasket): ReadonlyMap<string, Fact> => {
  const all = new Map<string, Fact>();
  const byId = Map.groupBy(basket.lines ?? [], (line) => line.id ?? '');
  for (const [id, lines] of byId) {
    const quantity = lines.reduce((sum, line) => sum + (line.quantity ?? 0), 0);
    const errors = new Set(lines.map((line) => line.error ?? 'no error'));
    // A product of which nothing is left is as good as absent.
    if (quantity === 0 && errors.has('no error')) continue;
    const sold = pricesOf(lines, ({ unitPrice, linePrice }) => [unitPrice, linePrice]);
    const original = pricesOf(lines, ({ originalUnitPrice, originalLinePrice }) => [
      originalUnitPrice,
      originalLinePrice,
    ]);
    const policies = [...new Set(lines.flatMap((line) => line.policies))].sort();
    const restricted = policies.length === 0 ? '' : `, policies ${policies.join(' and ')}`;
    all.set(`product "${id}"`, {
      kind: 'product',
      text: `"${id}": quantity ${quantity}, ${sold} (before discount ${original})${restricted}, ${[...errors].join(' and ')}`,
      pointer: lines[0]?.pointer ?? '/products',
    });
  }
  for (const [code, discounts] of Map.groupBy(basket.discounts ?? [], (discount) => discount.code ?? '')) {
    const each = discounts.map(({ value, error }) => `value ${value ?? 'unknown'}, ${error ?? 'no error'}`).sort();
    all.set(`discount "${code}"`, {
      kind: 'discount',
      text: `discount "${code}": ${each.join(' and ')}`,
      pointer: discounts[0]?.pointer ?? '/price/discounts',
    });
  }
  for (const [key, options] of Map.groupBy(basket.deliveryOptions ?? [], (option) => option.key)) {
    const costs = [...new Set(options.map(({ cost }) => cost))].sort((one, other) => one - other);
    all.set(`delivery ${key}`, {
      kind: 'delivery',
      text: `delivery ${key} for ${costs.join(' and ')}`,
      pointer: '/deliveryOptions',
      mayBeMissing: true,
    });
  }
  if (basket.currency !== undefined)
    all.set('currency', {
      kind: 'currency',
      // How it is written is left open.
      text: `currency ${basket.currency.toUpperCase()}`,
      pointer: '/price/currency',
      mayBeMissing: true,
    });
  if (basket.basketValue !== undefined)
    all.set('basketValue', {
      kind: 'basketValue',
      text: `basketValue ${basket.basketValue}`,
      pointer: '/price/basketValue',
    });
  return all;
};

/** Of a product that is split into lines: each of its unit prices once, and what its lines come to. */
const pricesOf = (
  lines: readonly ReadLine[],
  of: (line: ReadLine) => readonly [unit: number | undefined, line: number | undefined],
): string => {
  const units = [...new Set(lines.map((line) => of(line)[0] ?? -1))].sort((one, other) => one - other);
  const total = lines.reduce((sum, line) => sum + (of(line)[1] ?? 0), 0);
  return `unit price ${units.join(' and ')}, line price ${total}`;
};
