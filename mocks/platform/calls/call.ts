import type { Arrival } from '#mocks/hosting';
import { firstViolation, type ShapeName } from '#schemas';
import {
  type Body,
  type Classifier,
  type Exchange,
  type Facts,
  largestBody,
  type NamedCall,
  noBody,
  type ReadBody,
  readBody,
  toBody,
} from '#traffic';
import { type Answer, refusal } from './answer.ts';
import type { EventStream, Happening, PlatformEvent } from './event.ts';

/** One call as it is handled: what came, read once, and whatever it causes is told through it. */
export interface Call {
  readonly request: Pick<Arrival, 'method' | 'url' | 'headers' | 'signal'>;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly named: NamedCall;
  readonly body: Body;
  /** Why the body cannot be taken, for whoever needs it. */
  readonly unread: Answer | undefined;
  /** Publishes an event as caused by this call. */
  readonly emit: (happening: Happening) => void;
  /** What only the receiver can tell about it. */
  readonly note: (facts: Facts) => void;
}

/** At once wherever nothing has to be waited for: each wait costs a call as much as a tenth of its work. */
export type Handle = (call: Call) => Answer | Promise<Answer>;

/** A call with what was caused and noted so far. */
export interface TakenCall extends Call {
  readonly received: Exchange['request'];
  readonly caused: readonly PlatformEvent[];
  readonly facts: () => Facts;
}

export const takeCall = (
  request: Arrival,
  read: ReadBody,
  { events, classify }: { readonly events: EventStream; readonly classify: Classifier },
): TakenCall => {
  const { body, unread } = takenBody(read);
  const { method, url, headers } = request;
  const target = targetOf(url);
  const received = { method, url: target, headers, body };
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const caused: PlatformEvent[] = [];
  let facts = noFacts;
  return {
    request,
    received,
    path,
    named: classify(received),
    body,
    unread,
    emit: (happening) => void caused.push(events.emit(happening)),
    note(more) {
      facts = facts === noFacts ? more : { ...facts, ...more };
    },
    caused,
    facts: () => facts,
  };
};

const noFacts: Facts = {};

/** Path and query. A request's address is in its normal form; to take it apart as a URL costs ten times as much. */
const targetOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('://') + 3));

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
