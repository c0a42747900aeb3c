import { type CallName, calls, isCall, merchantCallNames, platformCall, platformCallNames } from '../calls.ts';
import {
  command,
  commandKinds,
  eventKinds,
  events,
  isCommandKind,
  isEventKind,
  type Judged,
  resultShapeOf,
} from '../commands.ts';
import { failed, type Finding, type Judgement } from './outcome.ts';
import type { RequirementId } from '../requirements/index.ts';
import { type Operation, type Place, type Places, placesOf } from './places.ts';
import { remarks } from './remarks.ts';
import { isShapeName, type ShapeName } from '../shapes/names.ts';
import { patternOf, type RepeatedViolation, type ShapeSettings, violationsByCause } from '../validation/validate.ts';
import type { ShapeViolation } from '../validation/violation.ts';
import { kindOf, short } from '../validation/wording.ts';

interface Body {
  readonly shape: ShapeName;
  /** Charged with a body that is no object at all. */
  readonly owner: RequirementId;
}

const body = (judged: Judged | undefined, shape: string | undefined): readonly (readonly [string, Body])[] =>
  judged === undefined || shape === undefined || !isShapeName(shape)
    ? []
    : [[judged.as, { owner: judged.owner, shape }]];

/** What a target writes and the register speaks about: the answers of a merchant, and all that is sent to the platform. */
const operations = Object.fromEntries([
  ...merchantCallNames.flatMap((name) => body(calls[name].judged, calls[name].answers['2XX'].shape)),
  ...platformCallNames.flatMap((name) => body(platformCall(name).judged, platformCall(name).request)),
  ...commandKinds.flatMap((kind) => body(command(kind).result?.judged, resultShapeOf(kind))),
  ...eventKinds.map((kind) => [kind, events[kind]] as const),
]) as Readonly<Record<Operation, Body>>;

/** As what the result of a command is judged; undefined where the register says nothing about it. */
export const resultOperationOf = (messageKind: string): Operation | undefined =>
  isCommandKind(messageKind) ? (command(messageKind).result?.judged?.as as Operation | undefined) : undefined;

/** As what the body is judged that the target writes in a call; undefined where the register says nothing about it. */
export const operationOf = (name: CallName, messageKind = ''): Operation | undefined => {
  switch (name) {
    case 'callback':
      return resultOperationOf(messageKind);
    case 'event':
      return isEventKind(messageKind) ? messageKind : undefined;
    default: {
      const row = isCall(name) ? calls[name] : undefined;
      return row !== undefined && 'judged' in row ? row.judged.as : undefined;
    }
  }
};

/**
 * Judges a body against every schema row it speaks about. One defect is charged to one requirement, the narrowest that
 * owns the place; defects of one kind are one finding that points at the first.
 */
export const judge = (operation: Operation, body: unknown, settings: ShapeSettings = {}): readonly Judgement[] => {
  const { shape, own, ...places } = bodyOf(operation, body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ requirement: own, outcome: failed(notAnObject(body)) }];
  }
  const { causes, isWhole } = violationsByCause(shape, body, settings);
  const against = [
    ...causes.map((violation) => ({
      requirement: ownerOf(violation.first, places),
      outcome: failed(finding(violation)),
    })),
    ...remarks(shape, body),
  ];
  // What was not looked at proves nothing.
  if (!isWhole) return against;
  const judged = new Set<RequirementId>(against.map(({ requirement }) => requirement));
  const seen = Object.entries(places.seen).filter(([, pattern]) => isSeen(body, pattern.split('/').slice(1)));
  const inOrder = [...new Set([own, ...seen.map(([id]) => id as RequirementId)])];
  const passed = inOrder.filter((id) => !judged.has(id));
  return [...passed.map((requirement) => ({ requirement, outcome: { status: 'passed' } as const })), ...against];
};

const bodyOf = (
  operation: Operation,
  body: unknown,
): Places & { readonly shape: ShapeName; readonly own: RequirementId } => {
  const { shape, owner } = operations[operation];
  const failed = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
  const places = placesOf.get(operation);
  const own = (failed ? places?.failure : undefined) ?? owner;
  return { shape, own, ...(places === undefined || own !== owner ? { places: { '': own }, seen: {} } : places) };
};

const notAnObject = (body: unknown): Finding => ({
  message: `The body is ${kindOf(body)}, not a JSON object.`,
  expected: 'a JSON object',
  actual: short(body),
  pointer: '',
});

const finding = ({ first, cause, count, others }: RepeatedViolation): Finding => ({
  message:
    count === 1
      ? first.message
      : `${first.message} The same is wrong in ${count - 1} more of this body${others.length === 0 ? '' : `: ${others.join(', ')}`}.`,
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
