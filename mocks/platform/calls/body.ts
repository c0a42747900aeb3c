import { type Body, largestBody, noBody, type ReadBody, readBody, toBody } from '#traffic';
import { type Answer, refusal } from './answer.ts';

export interface TakenBody {
  readonly body: Body;
  /** Why it cannot be taken. */
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
