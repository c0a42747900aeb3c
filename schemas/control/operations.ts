import type { ControlInputs } from './inputs.gen.ts';
import rows from './operations.json' with { type: 'json' };

/** What a control request may hold: checked as it comes, and shown in the OpenAPI document. */
export interface ControlField {
  readonly type: 'string' | 'integer' | 'boolean' | 'object' | 'array' | 'any';
  /** What is inside of an object or an array, for `npm run types`: a request is not held to it. */
  readonly tsType?: string;
  readonly required?: true;
  readonly values?: readonly (string | number | boolean)[];
  readonly description?: string;
}
export type ControlFields = Readonly<Record<string, ControlField>>;

/** One operation of the control API, and what it takes beside the parameters of its path. */
export interface ControlOperation {
  readonly summary: string;
  /** The type of what it answers, for `npm run types`; absent is 204. */
  readonly answer?: string;
  /** After the question mark of a GET, else a JSON body. */
  readonly fields?: ControlFields;
}

export const controlOperations = rows as Readonly<Record<keyof ControlInputs, ControlOperation>>;
