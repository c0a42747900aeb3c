import {
  type Cost,
  costOf,
  type Exchange,
  isRequirementId,
  type Likeness,
  type RequirementResult,
  type Root,
  type Violation,
} from '#schemas';
import { pointerSteps, sentAgain } from '#traffic';
import { type RegisterText, registerText } from '../wording/areas.ts';
import type { Status } from '../wording/statuses.ts';
import { difference, type Marked } from './difference.ts';
import { type ExcerptLine, excerpt, depthReached } from './excerpt.ts';
import { readJson } from './json-text.ts';
import { ledTo } from './led-to.ts';
import { printable, withValue } from '../wording/printable.ts';
import type { Reported } from '../report.ts';

/** All that is needed to win the argument about one violation. */
export interface Argument {
  readonly row: RequirementResult;
  readonly register: RegisterText;
  readonly violation: Violation;
  readonly message: string;
  /** What it costs, and where to look. */
  readonly cost: Cost | undefined;
  readonly expected: Marked;
  readonly actual: Marked;
  /** The exchange that shows it best, if any was recorded. */
  readonly shown: Exchange | undefined;
  readonly excerpt: readonly ExcerptLine[];
  /** The same place in what the same call was answered before, where something was repeated. */
  readonly earlier: { readonly exchange: Exchange; readonly excerpt: readonly ExcerptLine[] } | undefined;
  /** Every recorded exchange it rests on, in order, each after those that led to it. */
  readonly exchanges: readonly Exchange[];
  /** As the run's reports have it. */
  readonly documentation: string | undefined;
  /** What sends the request again. */
  readonly curl: string | undefined;
}

/** The rows with one of these statuses, the dearest first. */
export const rowsWith = ({ result }: Reported, ...wanted: readonly Status[]): readonly RequirementResult[] =>
  result.requirements
    .filter(({ status }) => wanted.includes(status))
    .toSorted((one, other) => rankOf(one) - rankOf(other));

const costAt = (id: string, cause: string | undefined): Cost | undefined =>
  isRequirementId(id) ? costOf(id, cause) : undefined;

const rankOf = ({ id, violations }: RequirementResult): number =>
  Math.min(99, ...violations.map(({ cause }) => costAt(id, cause)?.rank ?? 99));

/** Their violations, a row's own together. */
export const argumentsOf = (reported: Reported, ...wanted: readonly Status[]): readonly Argument[] =>
  rowsWith(reported, ...wanted).flatMap((row) =>
    row.violations.map((violation) => argumentFor(reported, row, violation)),
  );

/** What one defect explains: the finding to begin with, with the cost of the dearest, those that are there because of it, and the known defect it looks like. */
export interface Card {
  readonly head: Argument;
  readonly because: readonly Argument[];
  readonly like: Likeness | undefined;
}

/** A card for each defect with a finding of this status at its head, the dearest first. */
export const cardsOf = (reported: Reported, status: Status): readonly Card[] => {
  const rootOf = new Map<string, Root>();
  for (const root of reported.result.diagnosis ?? [])
    for (const { requirement, cause } of root.findings) rootOf.set(`${requirement} ${cause} ${root.till ?? ''}`, root);
  const found = argumentsOf(reported, ...(status === 'expected-failure' ? [status] : (['failed', 'warning'] as const)));
  const groups = Map.groupBy(
    found,
    ({ row, violation: { cause = '', till = '' } }) => rootOf.get(`${row.id} ${cause} ${till}`) ?? row.id,
  );
  return [...groups].flatMap(([root, all]) => {
    const { findings: [first] = [], like }: Partial<Root> = typeof root === 'string' ? {} : root;
    const isFirst = ({ row, violation }: Argument): boolean =>
      row.id === first?.requirement && violation.cause === first.cause;
    const [head, ...because] = all.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
    if (head?.row.status !== status) return [];
    const [dearest = head] = all.toSorted((one, other) => (one.cost?.rank ?? 99) - (other.cost?.rank ?? 99));
    const cost = dearest.cost && { ...dearest.cost, look: (head.cost ?? dearest.cost).look };
    return [{ head: { ...head, cost }, because, like }];
  });
};

export const argumentFor = (reported: Reported, row: RequirementResult, violation: Violation): Argument => {
  const exchanges = violation.exchanges.flatMap((n) => reported.exchanges.get(n) ?? []);
  const shown = exchanges.findLast((exchange) => holdsPointer(exchange, violation.pointer)) ?? exchanges.at(-1);
  const excerptOf = (exchange: Exchange): readonly ExcerptLine[] => {
    const body = judgedBody(exchange);
    return body === undefined || body === '' ? [] : excerpt(body, violation.pointer);
  };
  const before = exchanges.findLast(
    (exchange) => shown !== undefined && exchange.operation === shown.operation && exchange.n < shown.n,
  );
  const { expected, actual } = difference(printable(violation.expected), printable(violation.actual));
  return {
    row,
    register: registerText(row.id),
    violation,
    message: withValue(violation),
    cost: costAt(row.id, violation.cause),
    expected,
    actual,
    shown,
    excerpt: shown === undefined ? [] : excerptOf(shown),
    earlier: before && { exchange: before, excerpt: excerptOf(before) },
    exchanges: [...new Set(exchanges.flatMap((one) => [...ledTo(one, reported.exchanges.values()), one]))],
    documentation: reported.documentation,
    // What the target sent only the target can send again.
    curl: shown?.sender === 'harness' ? sentAgain(shown.request) : undefined,
  };
};

/** The half of an exchange the target wrote, which is the only half it can be blamed for. */
const judgedBody = (exchange: Exchange): string | undefined => {
  if (exchange.sender === 'target') return exchange.request.body;
  return exchange.response?.encoding === 'base64' ? undefined : exchange.response?.body;
};

const holdsPointer = (exchange: Exchange, pointer: string | undefined): boolean => {
  const steps = pointer === undefined ? undefined : pointerSteps(pointer);
  const json = readJson(judgedBody(exchange) ?? '');
  return steps !== undefined && json !== undefined && depthReached(json.tree, steps) === steps.length;
};
