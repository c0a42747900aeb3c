import type { Body, Classifier, Exchange, Facts, NamedCall } from '#traffic';
import type { Answer } from './answer.ts';
import { takeBody } from './body.ts';
import type { EventStream, Happening, PlatformEvent } from './event.ts';

/** One call as it is handled: what came, read once, and whatever it causes is told through it. */
export interface Call {
  /** Its body has been read. */
  readonly request: Pick<Request, 'method' | 'url' | 'headers' | 'signal'>;
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

export type Handle = (call: Call) => Promise<Answer>;

/** A call with what was caused and noted so far. */
export interface TakenCall extends Call {
  readonly received: Exchange['request'];
  readonly caused: readonly PlatformEvent[];
  readonly facts: () => Facts;
}

export const takeCall = async (
  request: Request,
  { events, classify }: { readonly events: EventStream; readonly classify: Classifier },
): Promise<TakenCall> => {
  const { body, unread } = await takeBody(request);
  const received = {
    method: request.method,
    url: targetOf(request.url),
    headers: Object.fromEntries(request.headers),
    body,
  };
  const [path = ''] = received.url.split('?', 1);
  const caused: PlatformEvent[] = [];
  let facts: Facts = {};
  return {
    request,
    received,
    path,
    named: classify(received),
    body,
    unread,
    emit: (happening) => void caused.push(events.emit(happening)),
    note(more) {
      facts = { ...facts, ...more };
    },
    caused,
    facts: () => facts,
  };
};

/** Path and query. A request's address is in its normal form; to take it apart as a URL costs ten times as much. */
const targetOf = (url: string): string => {
  const [address = ''] = url.split('#', 1);
  return address.slice(address.indexOf('/', address.indexOf('://') + 3));
};
