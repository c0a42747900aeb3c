import { type ShapeName, validate } from '#schemas';
import { parseJson } from './json-body.ts';
import { problem } from './problem.ts';

export type ReadShape =
  | { readonly ok: true; readonly value: unknown }
  /** `value` is what was sent, where it was JSON at all. */
  | { readonly ok: false; readonly value: unknown; readonly response: Response };

/** A body that must be JSON of a shape; anything else is a 400 that says where. */
export const readShape = (shape: ShapeName, bytes: Uint8Array): ReadShape => {
  const json = parseJson(bytes);
  if (!json.ok) return { ...json, value: undefined };
  const [violation] = validate(shape, json.value);
  if (violation === undefined) return json;
  const message = `The body is not valid at ${violation.pointer || '/'}: ${violation.message}`;
  return { ok: false, value: json.value, response: problem(400, 'InvalidBody', message) };
};
