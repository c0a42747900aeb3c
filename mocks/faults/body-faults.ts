import type { RequirementId } from '#schemas';
import { type Json, type JsonObject, objectOf } from '../json.ts';
import { alter } from './alter.ts';
import type { Fault } from './fault.ts';

/**
 * A wrong way to write a body, as a row: what it does, what it breaks, the place (a pointer), and what stands there instead.
 * Nothing instead, or undefined: what stood there is left out.
 */
export type BodyRow<Call = unknown> = readonly [
  title: string,
  breaks: RequirementId | readonly RequirementId[],
  at: string,
  to?: Json | ((old: Json | undefined, call: Call, body: JsonObject) => Json | undefined),
];

/** Undefined: no body at all. */
export type BodyChange<Call> = (body: Json, call: Call) => Json | undefined;

export const changeOf =
  <Call>([, , at, to]: BodyRow<Call>): BodyChange<Call> =>
  (body, call) =>
    alter(body, at, (old) => (typeof to === 'function' ? to(old, call, objectOf(body)) : to));

/** A fault for each row; `decorate` says whose body it is. */
export const bodyFaults = <Call, Part, Id extends string>(
  decorate: (change: BodyChange<Call>) => Part,
  rows: Readonly<Record<Id, BodyRow<Call>>>,
): Readonly<Record<Id, Fault & Part>> =>
  // The keys are those of the rows, which Object.fromEntries cannot tell.
  Object.fromEntries(
    Object.entries<BodyRow<Call>>(rows).map(([id, row]) => [
      id,
      { title: row[0], breaks: [row[1]].flat(), ...decorate(changeOf(row)) },
    ]),
  ) as Readonly<Record<Id, Fault & Part>>;
