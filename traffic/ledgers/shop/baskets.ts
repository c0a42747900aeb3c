import type { Exchange } from '../../exchange.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import type { JsonObject } from '../../json.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { createMemory } from '../../retention/memory.ts';
import {
  countedLines,
  discountsOf,
  grossOf,
  hasError,
  isAmount,
  linesIn,
  objectsIn,
  reductionOf,
  shownBasket,
} from './answers.ts';
import { type ChargedLine, chargedLines } from './charged-lines.ts';
import { inAnyOrder } from './in-any-order.ts';
import { type Quantities, totals } from './quantities.ts';
import { requestedBasket, requestIn } from './requested-basket.ts';

const kinds = ['retrieval', 'recalculation', 'lock', 'basketChange'] as const;
export type StepKind = (typeof kinds)[number];

/** A line, and whether something is wrong with it. */
export type StepLine = ChargedLine & { readonly isShort: boolean };

/** A basket as one call showed it, read once for all who judge it. */
export interface BasketStep {
  readonly n: number;
  readonly at: number;
  readonly answeredAt: number;
  readonly kind: StepKind;
  /** As it was answered or pushed. */
  readonly id: string;
  /** As it was asked for; of a retrieval, as it was answered. */
  readonly about: string;
  readonly value: number;
  readonly gross: number;
  /** Of the discounts without an error. */
  readonly reduction: number;
  /** The values of these discounts, as they stand. */
  readonly discounts: readonly unknown[];
  readonly lines: readonly StepLine[];
  readonly isShort: boolean;
  /** A code was asked for or shown. */
  readonly hasCodes: boolean;
  /** Of the request, and of the answer or the push: prices may be somebody's own. */
  readonly users: readonly [asked: unknown, shown: unknown];
  readonly currencies: readonly [asked: unknown, shown: unknown];
  /** All of them that prices may depend on, as one text. */
  readonly user: string;
  readonly asked: Quantities;
  /** What each delivery costs that is offered at one cost, by its key. */
  readonly deliveries: ReadonlyMap<string, number>;
  /** All that its value may depend on: lines and reduction; and with it whose it is, and the codes one by one. */
  readonly contents: string;
  readonly key: string;
}

/** An answer without codes and without shortages. */
export const isPlain = ({ kind, hasCodes, isShort }: BasketStep): boolean =>
  !hasCodes && !isShort && kind !== 'basketChange';

interface Ordered {
  readonly lastN: number;
  readonly firstAt: number;
}

export interface Baskets {
  /** The step of an exchange; read once, and the same for all who ask. */
  readonly see: (exchange: Exchange) => BasketStep | undefined;
  /** It was ordered, or may have been. */
  readonly isOrdered: (id: string) => boolean;
  /** The calls that ordered it, whatever became of them. */
  readonly ordersOf: (id: string) => Ordered | undefined;
  /** The last steps of a basket before this one. */
  readonly before: (id: string) => readonly BasketStep[];
  /** What recalculations and locks say that contents are worth, twice or more and always the same. */
  readonly worthOf: (contents: string) => number | undefined;
  /** Without a discount, the price of the lines was the value somewhere. */
  readonly isSummed: () => boolean;
}

export const createBaskets = (budget: ByteBudget): Baskets => {
  const weigh = (all: readonly BasketStep[]): number =>
    all.reduce((sum, { lines }) => sum + 1_000 + 400 * lines.length, 0);
  const steps = createMemory<readonly BasketStep[]>(budget, { most: 2_000, weigh });
  const ordered = createMemory<Ordered>(budget);
  const worth = createMemory<{ readonly value: number; readonly times: number }>(budget, { most: 2_000 });
  let isSummed = false;
  let last: BasketStep | undefined;
  let seen: Exchange | undefined;
  const keep = (step: BasketStep): void => {
    steps.set(step.id, [...(steps.get(step.id) ?? []), step].slice(-20));
    if (step.reduction === 0 && step.gross > 0 && step.value === step.gross) isSummed = true;
    if (step.kind === 'retrieval' || step.kind === 'basketChange' || step.isShort) return;
    const { value = step.value, times = 0 } = worth.get(step.contents) ?? {};
    worth.set(step.contents, { value: value === step.value ? value : Number.NaN, times: times + 1 });
  };
  return {
    see(exchange) {
      if (exchange === seen) return last;
      seen = exchange;
      if (last !== undefined) keep(last);
      last = undefined;
      if (exchange.call.name === 'order') {
        const { n, at } = exchange;
        const id = requestedBasket(exchange) ?? '';
        ordered.set(id, { lastN: n, firstAt: Math.min(at, ordered.get(id)?.firstAt ?? at) });
      }
      const kind = kinds.find((one) => one === exchange.call.name);
      last = kind && stepOf(exchange, kind);
      return last;
    },
    isOrdered: (id) => ordered.has(id) || ordered.hasForgotten(),
    ordersOf: ordered.get,
    before: (id) => steps.get(id) ?? [],
    worthOf(contents) {
      const { value = Number.NaN, times = 0 } = worth.get(contents) ?? {};
      return times < 2 || Number.isNaN(value) ? undefined : value;
    },
    isSummed: () => isSummed,
  };
};

const stepOf = (exchange: Exchange, kind: StepKind): BasketStep | undefined => {
  const { n, at, answeredAt } = exchange;
  const sent = requestIn(exchange);
  const shown = shownBasket(exchange);
  const charged = shown && chargedLines(shown.lines);
  if (charged === undefined || typeof shown?.id !== 'string' || isPartlyKept(exchange.request.body)) return undefined;
  const { id, price, loggedUser, deliveryOptions } = shown;
  const { basketValue: value, currency } = price;
  if (!isAmount(value)) return undefined;
  const lines = charged.map((line, index) => ({ ...line, isShort: hasError(shown.lines[index] ?? {}) }));
  const discounts = discountsOf(price);
  const reduction = reductionOf(discounts);
  const asking = Object(sent['price']) as JsonObject;
  const isPush = kind === 'basketChange';
  const users = [isPush ? undefined : sent['loggedUser'], loggedUser] as const;
  const contents = shortened(
    JSON.stringify([inAnyOrder(lines.map((one) => [one.id, one.quantity, one.unitPrice, one.linePrice])), reduction]),
  );
  const codes = inAnyOrder(discounts.map((one) => [one['code'], one['value'], one['error']]));
  return {
    n,
    at,
    answeredAt,
    kind,
    id,
    about: kind === 'retrieval' ? id : (requestedBasket(exchange) ?? id),
    value,
    gross: grossOf(lines),
    reduction,
    discounts: discounts.filter((one) => !hasError(one)).map((one) => one['value']),
    lines,
    isShort: lines.some((line) => line.isShort),
    hasCodes: [price, asking].some((one) => (objectsIn(one['discounts'])?.length ?? 0) > 0),
    users,
    currencies: [asking['currency'], currency],
    user: JSON.stringify([users, currency]),
    asked: totals(countedLines(linesIn(sent) ?? []) ?? []),
    deliveries: deliveriesIn(deliveryOptions),
    contents,
    key: shortened(JSON.stringify([contents, codes, currency, loggedUser])),
  };
};

const deliveriesIn = (deliveryOptions: unknown): ReadonlyMap<string, number> => {
  const costs = new Map<string, number>();
  for (const [key, alike] of Map.groupBy(objectsIn(deliveryOptions) ?? [], (option) => option['key'])) {
    const [cost, ...others] = new Set(alike.map((option) => option['cost']));
    if (typeof key === 'string' && isAmount(cost) && others.length === 0) costs.set(key, cost);
  }
  return costs;
};
