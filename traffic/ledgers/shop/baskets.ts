import type { Exchange } from '../../exchange.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import type { JsonObject } from '../../json.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { createMemory } from '../../retention/memory.ts';
import {
  answeredBasket,
  discountsOf,
  grossOf,
  hasError,
  isAmount,
  linesIn,
  objectsIn,
  reductionOf,
} from './answers.ts';
import { type ChargedLine, chargedLines } from './charged-lines.ts';
import { inAnyOrder } from './in-any-order.ts';
import { totals } from './quantities.ts';
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
  readonly id: string;
  readonly value: number;
  readonly gross: number;
  /** Of the discounts without an error. */
  readonly reduction: number;
  readonly lines: readonly StepLine[];
  readonly isShort: boolean;
  /** A code was asked for or shown. */
  readonly hasCodes: boolean;
  readonly user: string;
  readonly asked: ReadonlyMap<string, number>;
  /** All that its value may depend on: lines and reduction; and with it whose it is, and the codes one by one. */
  readonly contents: string;
  readonly key: string;
}

export interface Baskets {
  /** The step of an exchange; read once, and the same for all who ask. */
  readonly see: (exchange: Exchange) => BasketStep | undefined;
  readonly isOrdered: (id: string) => boolean;
  /** The last steps of a basket before this one. */
  readonly before: (id: string) => readonly BasketStep[];
  /** What recalculations and locks say that contents are worth, twice or more and always the same. */
  readonly worthOf: (contents: string) => number | undefined;
  /** Without a discount, the price of the lines was the value somewhere. */
  readonly isSummed: () => boolean;
}

export const createBaskets = (budget: ByteBudget): Baskets => {
  const steps = createMemory<readonly BasketStep[]>(budget, { most: 2_000 });
  const ordered = createMemory<true>(budget, { most: 2_000 });
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
      if (exchange.call.name === 'order') ordered.set(requestedBasket(exchange) ?? '', true);
      const kind = kinds.find((one) => one === exchange.call.name);
      last = kind && stepOf(exchange, kind);
      return last;
    },
    isOrdered: ordered.has,
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
  const shown = kind === 'basketChange' ? sent : answeredBasket(exchange);
  const all = kind === 'basketChange' ? linesIn(sent) : answeredBasket(exchange)?.lines;
  const { id, price, loggedUser } = shown ?? {};
  const { basketValue: value, currency } = Object(price) as JsonObject;
  const lines = all && chargedLines(all)?.map((line, index) => ({ ...line, isShort: hasError(all[index] ?? {}) }));
  if (lines === undefined || typeof id !== 'string' || !isAmount(value) || isPartlyKept(exchange.request.body))
    return undefined;
  const discounts = discountsOf(price);
  const reduction = reductionOf(discounts);
  const priced = lines.map(({ id: of, quantity, unitPrice, linePrice }) => [of, quantity, unitPrice, linePrice]);
  const hasCodes = [price, sent['price']].some((one) => (objectsIn(Object(one)['discounts'])?.length ?? 0) > 0);
  const contents = shortened(JSON.stringify([inAnyOrder(priced), reduction]));
  const codes = inAnyOrder(discounts.map((one) => [one['code'], one['value'], one['error']]));
  const user = JSON.stringify([kind === 'basketChange' ? undefined : sent['loggedUser'], loggedUser]);
  const key = shortened(JSON.stringify([contents, codes, currency, loggedUser]));
  const asked = totals(
    (linesIn(sent) ?? []).map((one) => ({
      id: String(one['id']),
      quantity: Number(one['quantity']),
      isFree: false,
      hasError: false,
    })),
  );
  const isShort = lines.some((line) => line.isShort);
  return {
    n,
    at,
    answeredAt,
    kind,
    id,
    value,
    gross: grossOf(lines),
    reduction,
    lines,
    isShort,
    hasCodes,
    user: JSON.stringify([user, currency]),
    asked,
    contents,
    key,
  };
};
