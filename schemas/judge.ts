import type { CommandKind } from './messages.ts';
import type { CheckOutcome, Finding } from './outcome.ts';
import type { RequirementId } from './requirements/index.ts';
import { type Place, type Places, basketPlaces, cataloguePlaces, orderPlaces } from './requirements/places.ts';
import { posOperations } from './requirements/pos-places.ts';
import { remarks } from './remarks.ts';
import { patternOf, type RepeatedViolation, type ShapeSettings, violationsByCause } from './validate.ts';
import type { ShapeViolation } from './violation.ts';
import { kindOf, short } from './wording.ts';

interface Judged extends Places {
  /** Charged with a body that is no object at all. */
  readonly own: RequirementId;
  /** Takes over when the body says success false, where that has a requirement of its own. */
  readonly failure?: Places & { readonly own: RequirementId };
}

/** The calls whose bodies are judged: those of a merchant by what they are for, those of a POS by the kind of message. */
const operations = {
  retrieval: { own: 'basket/retrieval-answers', ...basketPlaces },
  recalculation: { own: 'recalculation/answers', ...basketPlaces },
  lock: { own: 'lock/answers', ...basketPlaces },
  order: { own: 'order/confirmed', ...orderPlaces },
  catalogue: { own: 'catalogue/page', ...cataloguePlaces },
  basketChange: { own: 'basket-change/body', ...basketPlaces },
  ...posOperations,
} as const satisfies Readonly<Record<string, Judged>>;

export type Operation = keyof typeof operations;

const results = {
  ProductListingsSyncRequested: 'ProductListingsSynced',
  TableOrderSnapshotRequested: 'TableOrderSnapshotResolutionResult',
  OrderSubmissionRequested: 'OrderSubmissionResult',
  BillPreparationRequested: 'BillPreparationResult',
  BillPaymentCompleted: 'BillPaymentResult',
} as const satisfies Partial<Record<CommandKind, Operation>>;

/** As what the result of a command is judged; undefined where the register says nothing about it. */
export const resultOperationOf = (messageKind: string): Operation | undefined =>
  Object.hasOwn(results, messageKind) ? results[messageKind as keyof typeof results] : undefined;

/** One requirement that a body speaks about, and what it says. */
export interface Judgement {
  readonly requirement: RequirementId;
  readonly outcome: CheckOutcome;
}

/**
 * Judges a body against every schema row it speaks about. One defect is charged to one requirement, the narrowest that
 * owns the place; defects of one kind are one finding that points at the first.
 */
export const judge = (operation: Operation, body: unknown, settings: ShapeSettings = {}): readonly Judgement[] => {
  const { own, ...places } = placesFor(operation, body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ requirement: own, outcome: { status: 'failed', ...notAnObject(body) } }];
  }
  const against = [
    ...violationsByCause(places.shape, body, settings).map((violation) => ({
      requirement: ownerOf(violation.first, places),
      outcome: { status: 'failed', ...finding(violation) } as const,
    })),
    ...remarks(places.shape, body),
  ];
  const judged = new Set<RequirementId>(against.map(({ requirement }) => requirement));
  const seen = Object.entries(places.seen).filter(([, pattern]) => isSeen(body, pattern.split('/').slice(1)));
  const inOrder = [...new Set([own, ...seen.map(([id]) => id as RequirementId)])];
  const passed = inOrder.filter((id) => !judged.has(id));
  return [...passed.map((requirement) => ({ requirement, outcome: { status: 'passed' } as const })), ...against];
};

const placesFor = (operation: Operation, body: unknown): Judged => {
  const judged: Judged = operations[operation];
  const failed = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
  return failed ? (judged.failure ?? judged) : judged;
};

const notAnObject = (body: unknown): Finding => ({
  message: `The body is ${kindOf(body)}, not a JSON object.`,
  expected: 'a JSON object',
  actual: short(body),
  pointer: '',
});

const finding = ({ first, cause, count }: RepeatedViolation): Finding => ({
  message: count === 1 ? first.message : `${first.message} The same is wrong in ${count - 1} more of this body.`,
  expected: first.expected,
  actual: first.actual,
  pointer: first.pointer,
  cause,
});

const ownerOf = ({ pointer, keyword, property }: ShapeViolation, { places }: Places): RequirementId => {
  const pattern = patternOf(pointer);
  if (keyword === 'required')
    return exact(places, `${pattern}/${property}`)?.absent ?? nearestPlace(places, pattern).owner;
  if (keyword === 'additionalProperties') {
    const holder = nearestPlace(places, pattern.slice(0, pattern.lastIndexOf('/')));
    return holder.extra ?? holder.owner;
  }
  const place = exact(places, pattern);
  return (keyword === 'type' ? place?.wrongType : undefined) ?? nearestPlace(places, pattern).owner;
};

const exact = (places: Places['places'], pattern: string): Place | undefined => {
  const place = places[pattern];
  return typeof place === 'string' ? { owner: place } : place;
};

const nearestPlace = (places: Places['places'], pattern: string): Place => {
  const place = exact(places, pattern);
  if (place !== undefined) return place;
  if (pattern === '') throw new Error('A table of places names the whole body.');
  return nearestPlace(places, pattern.slice(0, pattern.lastIndexOf('/')));
};

/** Whether anything stands at the pattern; stops at the first. */
const isSeen = (value: unknown, [key, ...rest]: readonly string[]): boolean => {
  if (key === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (key === '*') return Array.isArray(value) && value.some((item) => isSeen(item, rest));
  return Object.hasOwn(value, key) && isSeen((value as Readonly<Record<string, unknown>>)[key], rest);
};
