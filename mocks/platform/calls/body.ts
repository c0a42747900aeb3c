import { type Body, largestBody, noBody, type ReadBody, readBody, toBody } from '#traffic';
import { type Answer, refusal } from './answer.ts';
import { type ShapeName, firstViolation } from '#schemas';

export interface TakenBody {
  readonly body: Body;
  readonly unread: Answer | undefined;
}

/** What is kept of a body that cannot be taken. */
const shownOfUnread = 64 * 1024;

/** A request's body, read once, and the answer that refuses it where it has to be refused. */
export const takeBody = async (request: Request): Promise<TakenBody> =>
  request.method === 'GET' || request.method === 'HEAD'
    ? { body: noBody, unread: undefined }
    : takenBody(await readBody(request));

export const takenBody = ({ body, incomplete }: ReadBody): TakenBody => {
  if (incomplete !== true && !body.truncated) return { body, unread: undefined };
  const unread =
    incomplete === true
      ? refusal(400, 'IncompleteBody', 'The body ended before it was complete.')
      : refusal(413, 'PayloadTooLarge', `The body is larger than ${largestBody} bytes.`);
  return { body: toBody(body.bytes.slice(0, shownOfUnread), { truncated: true }), unread };
};

export const notJson: Answer = refusal(400, 'InvalidJson', 'The body is not JSON in UTF-8.');

type ReadShape =
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
