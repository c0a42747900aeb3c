import { type ShapeName, firstViolation } from '#schemas';
import type { Body } from '#traffic';
import { type Answer, refusal } from './answer.ts';
import { notJson } from './body.ts';

export type ReadShape =
  | { readonly ok: true; readonly value: unknown }
  /** `value` is what was sent, where it was JSON at all. */
  | { readonly ok: false; readonly value: unknown; readonly answer: Answer };

/** A body that must be JSON of a shape; anything else is a 400 that says where. */
export const readShape = (shape: ShapeName, body: Body): ReadShape => {
  const { json } = body;
  if (!json.ok) return { ok: false, value: undefined, answer: notJson };
  const violation = firstViolation(shape, json.value);
  if (violation === undefined) return json;
  const message = `The body is not valid at ${violation.pointer || '/'}: ${violation.message}`;
  return { ok: false, value: json.value, answer: refusal(400, 'InvalidBody', message) };
};
