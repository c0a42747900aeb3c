import type { Arrival } from '#mocks/hosting';
import type { Body, Classifier, Exchange, Facts, NamedCall, ReadBody } from '#traffic';
import type { Answer } from './answer.ts';
import { takenBody } from './body.ts';
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
