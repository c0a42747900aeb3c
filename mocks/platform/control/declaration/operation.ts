import type { Control } from '../control.ts';
import type { BodyOf, Fields } from './fields.ts';

/** One operation of the control API; its route and its place in the OpenAPI document come from here. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly fields: Fields;
  /** Parameters after the question mark: text or whole numbers. */
  readonly query: Fields;
  /** What it answers as JSON; undefined is 204. */
  readonly run: (control: Control, parameter: (name: string) => string, body: never, query: never) => unknown;
}

export const define = <const F extends Fields, const Q extends Fields>(
  operation: Omit<Operation, 'run' | 'fields' | 'query'> & {
    readonly fields?: F;
    readonly query?: Q;
    readonly run: (control: Control, parameter: (name: string) => string, body: BodyOf<F>, query: BodyOf<Q>) => unknown;
  },
): Operation => ({ ...operation, fields: operation.fields ?? {}, query: operation.query ?? {} });
