import type { RequirementId } from '#schemas';
import { type Json, type JsonObject, objectOf, isObject } from '../json.ts';
import type { Fault } from './fault.ts';

/**
 * A body with what a pointer names changed, in place where it can be; `*` stands for every item and `-` for one more.
 * `undefined` takes it out.
 */
export const alter = (
  body: Json,
  pointer: string,
  change: (old: Json | undefined) => Json | undefined,
): Json | undefined => {
  const keys = pointer.split('/').slice(1);
  if (keys.length === 0) return change(body);
  const walk = (holder: Json | undefined, depth: number): void => {
    const key = keys[depth] ?? '';
    const last = depth === keys.length - 1;
    if (Array.isArray(holder)) {
      const places = key === '*' ? [...holder.keys()] : [key === '-' ? holder.length : Number(key)];
      for (const place of places) {
        if (last) holder[place] = change(holder[place]) ?? null;
        else walk(holder[place], depth + 1);
      }
    } else if (isObject(holder)) {
      if (!last) walk(holder[key], depth + 1);
      else {
        const changed = change(holder[key]);
        if (changed === undefined) delete holder[key];
        else holder[key] = changed;
      }
    }
  };
  walk(body, 0);
  return body;
};

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

/** Misbehaviour for a stated number of calls, 1 unless said otherwise: printed and replayable, never dice. */
export interface Counted<Fault extends { readonly times?: number | undefined }> {
  readonly add: (fault: Fault) => void;
  /** The first fault that `hits` says yes about, used up once by being asked for. */
  readonly next: (hits: (fault: Fault) => boolean) => Fault | undefined;
  readonly pending: () => readonly Fault[];
  readonly clear: () => void;
}

export const createCounted = <Fault extends { readonly times?: number | undefined }>(): Counted<Fault> => {
  let pending: readonly { readonly fault: Fault; readonly times: number }[] = [];
  return {
    add: (fault) => {
      const { times = 1 } = fault;
      if (times > 0) pending = [...pending, { fault, times }];
    },
    next: (hits) => {
      const hit = pending.find(({ fault }) => hits(fault));
      if (hit === undefined) return undefined;
      pending = pending.flatMap((entry) =>
        entry !== hit ? [entry] : entry.times > 1 ? [{ ...entry, times: entry.times - 1 }] : [],
      );
      return hit.fault;
    },
    pending: () => pending.map(({ fault, times }) => ({ ...fault, times })),
    clear: () => {
      pending = [];
    },
  };
};
