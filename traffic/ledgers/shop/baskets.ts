import type { Exchange } from '../../exchange.ts';
import { isObject } from '../../json.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { createMemory } from '../../retention/memory.ts';
import {
  type ChargedLine,
  chargedLines,
  discountsOf,
  grossOf,
  hasError,
  isAmount,
  objectsIn,
  reductionOf,
} from './answers.ts';
import { inAnyOrder } from './in-any-order.ts';
import type { Quantities } from './quantities.ts';
import type { CallKind, CallRead } from './read-call.ts';

export type StepKind = CallKind;
export type StepLine = ChargedLine;

/** A basket as one call showed it with all its prices: what is remembered of it, so that it holds nothing of the exchange. */
export type BasketStep = NonNullable<ReturnType<typeof stepOf>>;

/** An answer without codes and without shortages. */
export const isPlain = ({ kind, hasCodes, isShort }: BasketStep): boolean =>
  !hasCodes && !isShort && kind !== 'basketChange';

interface Ordered {
  readonly lastN: number;
  readonly firstAt: number;
}

export const weighSteps = (all: readonly BasketStep[]): number =>
  all.reduce((sum, { lines, price }) => sum + 1_000 + 400 * lines.length + 2 * (price ?? '').length, 0);

export type Baskets = ReturnType<typeof createBaskets>;

export const createBaskets = (budget: ByteBudget) => {
  const steps = createMemory<readonly BasketStep[]>(budget, { most: 2_000, weigh: weighSteps });
  const ordered = createMemory<Ordered>(budget);
  const worth = createMemory<{ readonly value: number; readonly times: number }>(budget, { most: 2_000 });
  let [isSummed, costs, isFree]: [boolean, boolean, boolean] = [false, false, true];
  let last: BasketStep | undefined;
  const keep = (step: BasketStep): void => {
    steps.set(step.id, [...(steps.get(step.id) ?? []), step].slice(-20));
    if (step.reduction === 0 && step.gross > 0 && step.value === step.gross) isSummed = true;
    if (step.kind === 'retrieval' || step.kind === 'basketChange' || step.isShort) return;
    const { value = step.value, times = 0 } = worth.get(step.contents) ?? {};
    worth.set(step.contents, { value: value === step.value ? value : Number.NaN, times: times + 1 });
  };
  return {
    /** The next exchange. What it shows comes before the one after it. */
    note(step: BasketStep | undefined): void {
      if (last !== undefined) keep(last);
      last = step;
      if (step === undefined || step.kind === 'basketChange' || step.isShort || step.gross <= 0) return;
      costs = true;
      isFree &&= step.value === 0;
    },
    order(id: string, { n, at }: Pick<Exchange, 'n' | 'at'>): void {
      ordered.set(id, { lastN: n, firstAt: Math.min(at, ordered.get(id)?.firstAt ?? at) });
    },
    /** It was ordered, or may have been. */
    isOrdered: (id: string) => ordered.has(id) || ordered.hasForgotten(),
    /** The calls that ordered it, whatever became of them. */
    ordersOf: ordered.get,
    /** The last steps of a basket before this one. */
    before: (id: string): readonly BasketStep[] => steps.get(id) ?? [],
    /** What recalculations and locks say that contents are worth, twice or more and always the same; a value below 0 says nothing. */
    worthOf(contents: string): number | undefined {
      const { value = Number.NaN, times = 0 } = worth.get(contents) ?? {};
      return times >= 2 && value >= 0 ? value : undefined;
    },
    /** Without a discount, the price of the lines was the value somewhere. */
    isSummed: () => isSummed,
    /** Lines cost something, and the value was 0 each time. */
    isFree: () => costs && isFree,
  };
};

/** Undefined where a line or the basketValue cannot be read. */
export const stepOf = (call: CallRead) => {
  const { n, at, answeredAt, kind, request, isPartlyKept, askedId, quantities, shown, counted } = call;
  const lines = shown && counted && chargedLines(shown.lines, counted);
  if (lines === undefined || typeof shown?.id !== 'string' || isPartlyKept) return undefined;
  const { id, price, loggedUser, deliveryOptions } = shown;
  const { basketValue: value, currency } = price;
  if (!isAmount(value)) return undefined;
  const discounts = discountsOf(price);
  const applied = discounts.filter((one) => !hasError(one));
  const reduction = reductionOf(discounts);
  const asking = isObject(request['price']) ? request['price'] : {};
  const users = [kind === 'basketChange' ? undefined : request['loggedUser'], loggedUser] as const;
  const contents = shortened(
    JSON.stringify([inAnyOrder(lines.map((one) => [one.id, one.quantity, one.unitPrice, one.linePrice])), reduction]),
  );
  const codesWith = (...members: readonly string[]): readonly string[] =>
    inAnyOrder(discounts.map((one) => members.map((member) => one[member])));
  return {
    n,
    at,
    answeredAt,
    kind,
    /** As it was answered or pushed. */
    id,
    /** As it was asked for; of a retrieval, as it was answered. */
    about: kind === 'retrieval' ? id : (askedId ?? id),
    value,
    gross: grossOf(lines),
    /** Of the discounts without an error. */
    reduction,
    /** The values of these discounts, as they stand. */
    discounts: applied.map((one) => one['value']),
    lines,
    isShort: lines.some((line) => line.isShort),
    /** A code was asked for or shown. */
    hasCodes: [price, asking].some((one) => (objectsIn(one['discounts'])?.length ?? 0) > 0),
    /** Of the request, and of the answer or the push: prices may be somebody's own. */
    users,
    currencies: [asking['currency'], currency] as const,
    /** All of them that prices may depend on, as one text. */
    user: JSON.stringify([users, currency]),
    /** By product. */
    asked: quantities ?? (new Map() as Quantities),
    /** What each delivery costs that is offered at one cost, by its key. */
    deliveries: deliveriesIn(deliveryOptions),
    /** All that its value may depend on: lines and reduction; and with it whose it is, and the codes one by one. */
    contents,
    key: shortened(JSON.stringify([contents, codesWith('code', 'value', 'error'), currency, loggedUser])),
    expiresAt: typeof shown.expiresAt === 'string' ? shortened(shown.expiresAt) : undefined,
    /** Of a recalculation or a lock, what it asks for, and its products and quantities alone. */
    request: call.asked,
    wanted: call.contents,
    codes: shortened(distinct(codesWith('code', 'error'))),
    /** Those without an error. */
    inForce: shortened(distinct(inAnyOrder(applied.map(({ code }) => code)))),
    /** In words; undefined where it is none by its schema, as far as the currency and amounts go. */
    price:
      [value, ...discounts.map((one) => one['value'])].every((one) => isAmount(one) && one >= 0) &&
      typeof currency === 'string' &&
      discounts.every(({ code }) => typeof code === 'string')
        ? `basketValue ${value} ${JSON.stringify(currency).toUpperCase()}${discountsInWords(codesWith('code', 'value', 'error'))}`
        : undefined,
  };
};

/** Nothing forbids to list one twice, and nothing is said of how the letters of a code are composed. */
const distinct = (texts: readonly string[]): string => [...new Set(texts.map((one) => one.normalize('NFC')))].join(' ');

const discountsInWords = (texts: readonly string[]): string =>
  texts.length === 0 ? '' : `, discounts ${distinct(texts)}`;

const deliveriesIn = (deliveryOptions: unknown): ReadonlyMap<string, number> => {
  const costs = new Map<string, number>();
  for (const [key, alike] of Map.groupBy(objectsIn(deliveryOptions) ?? [], (option) => option['key'])) {
    const [cost, ...others] = new Set(alike.map((option) => option['cost']));
    if (typeof key === 'string' && isAmount(cost) && others.length === 0) costs.set(key, cost);
  }
  return costs;
};
