import { type Exchange, isRequirementId, requirement, type RequirementResult, type Violation } from '#schemas';
import { pointerSteps, sentAgain } from '#traffic';
import { type RegisterText, registerText } from '../wording/areas.ts';
import { broughtBy } from './brought-by.ts';
import { difference, type Marked } from './difference.ts';
import { type ExcerptLine, excerpt, depthReached } from './excerpt.ts';
import { readJson } from './json-text.ts';
import { printable } from '../wording/printable.ts';
import type { Reported } from '../report.ts';
import type { Status } from '../wording/statuses.ts';

/** All that is needed to win the argument about one violation. */
export interface Argument {
  readonly row: RequirementResult;
  readonly register: RegisterText;
  readonly violation: Violation;
  readonly message: string;
  readonly expected: Marked;
  readonly actual: Marked;
  /** The exchange that shows it best, if any was recorded. */
  readonly shown: Exchange | undefined;
  readonly excerpt: readonly ExcerptLine[];
  /** Every recorded exchange it rests on, in order, each answer of a till after the receive that brought its command. */
  readonly exchanges: readonly Exchange[];
  /** As the run's reports have it. */
  readonly documentation: string | undefined;
  /** What sends the request again. */
  readonly curl: string | undefined;
}

/** Areas by what a failure costs a customer: money and orders first, then what is set aside for them, then what they are shown. */
const byCost = ['order', 'payment', 'bill', 'submission', 'queue', 'lock', 'recalculation', 'table', 'tips', 'basket'];

/** What only its shape is wrong with comes after all that was done wrongly. */
const costOf = ({ id }: RequirementResult): number => {
  const place = byCost.indexOf(id.split('/')[0] ?? '');
  const isShape = isRequirementId(id) && requirement(id).how.every((method) => method === 'schema');
  return (place < 0 ? byCost.length : place) + (isShape ? 100 : 0);
};

/** The rows with one of these statuses, the dearest first. */
export const rowsWith = ({ result }: Reported, ...wanted: readonly Status[]): readonly RequirementResult[] =>
  result.requirements
    .filter(({ status }) => wanted.includes(status))
    .toSorted((one, other) => costOf(one) - costOf(other));

/** Their violations, a row's own together. */
export const argumentsOf = (reported: Reported, ...wanted: readonly Status[]): readonly Argument[] =>
  rowsWith(reported, ...wanted).flatMap((row) =>
    row.violations.map((violation) => argumentFor(reported, row, violation)),
  );

export const argumentFor = (reported: Reported, row: RequirementResult, violation: Violation): Argument => {
  const exchanges = violation.exchanges.flatMap((n) => reported.exchanges.get(n) ?? []);
  const shown = exchanges.findLast((exchange) => holdsPointer(exchange, violation.pointer)) ?? exchanges.at(-1);
  const body = shown === undefined ? undefined : judgedBody(shown);
  const { expected, actual } = difference(printable(violation.expected), printable(violation.actual));
  return {
    row,
    register: registerText(row.id),
    violation,
    message: printable(violation.message),
    expected,
    actual,
    shown,
    excerpt: body === undefined || body === '' ? [] : excerpt(body, violation.pointer),
    exchanges: [...new Set(exchanges.flatMap((one) => [...broughtBy(one, reported.exchanges.values()), one]))],
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
