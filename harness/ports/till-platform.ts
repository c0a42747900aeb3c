import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Control,
  createPlatform,
  defaultEventIdPlace,
  type EventIdPlace,
  eventIdOf,
  isSqsRequest,
  type PlatformEvent,
  type PlatformOptions,
} from '#mocks/platform';
import type { Clock } from '#mocks/time';
import { type Inbound, recordInbound } from '../exchanges/inbound.ts';
import { readJson, toText } from '../exchanges/json-body.ts';
import type { Recorder } from '../exchanges/recorder.ts';
import type { Redactor } from '../exchanges/redact.ts';
import { createQueueTraffic } from './queue-traffic.ts';
import { type TillCall, tillCallOf, type TillPaths } from './till-call.ts';
import { nameOf } from './till-judgements.ts';
import type { Unnumbered } from './traffic-log.ts';

export interface TillPlatformDeps {
  readonly options: Omit<PlatformOptions, 'clock'>;
  readonly paths: TillPaths;
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly redactor: Redactor;
  readonly scenario: () => string;
  readonly onTraffic: (seen: Unnumbered) => void;
  /** A call to the API, after it was recorded and before its traffic is told. */
  readonly onCall: (call: TillCall, inbound: Inbound) => void;
  /** A call to the queue begins; the answer is told that it has ended. */
  readonly onQueueCall: () => () => void;
  /** So many calls of one kind came while one scenario ran that further ones are judged and not written down. */
  readonly onFlood: (operation: string, written: number) => void;
  /** A bug of ours in the platform. */
  readonly onBroken: (reason: string) => void;
}

/** A till's platform, with everything the till does there told in the till's terms. */
export interface TillPlatform extends Disposable {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly control: Control;
}

/** A till that polls without waiting would otherwise fill the journal with nothing. */
const mostEmptyReceives = 200;
/** So many calls of one kind are written down while one scenario runs; of as many again only that they came. */
const mostAlike = 1000;
/** All bodies in the journal together; beyond it, only that the calls came. */
const mostBodyBytes = 64 * 1024 * 1024;
/** Nobody compares a result that was refused, and a till may send it again and again. */
const mostRefusedBytes = 64 * 1024;

export const createTillPlatform = (deps: TillPlatformDeps): TillPlatform => {
  const { clock, recorder, redactor, paths } = deps;
  // The run records them itself.
  const platform = createPlatform({ ...deps.options, clock });
  const queue = createQueueTraffic();
  const happening = new AsyncLocalStorage<PlatformEvent[]>();
  const happened = new WeakMap<Request, readonly PlatformEvent[]>();
  platform.subscribe((event) => {
    happening.getStore()?.push(event);
    if (event.kind === 'queue-change') queue.observe(event.change);
    else if (event.kind === 'broken') deps.onBroken(`${event.method} ${event.path}: ${event.reason}`);
  });

  const answered = async (request: Request): Promise<Response> => {
    const events: PlatformEvent[] = [];
    happened.set(request, events);
    const isQueue = isSqsRequest(request);
    const ended = isQueue ? deps.onQueueCall() : undefined;
    try {
      const response = await happening.run(events, () => platform.fetch(request));
      if (!isQueue && callOf(request, paths).kind === 'activation') redactor.add(await secretsIn(response.clone()));
      return response;
    } finally {
      ended?.();
    }
  };

  let emptyReceives = 0;
  let bodyBytes = 0;
  const alike = new Map<string, number>();
  const worth = ({ request, body }: Inbound): 'everything' | 'heads' | 'nothing' => {
    const [call] = queueCallsIn(happened.get(request) ?? []);
    const isEmpty =
      call?.action === 'ReceiveMessage' && call.error === undefined && !('Messages' in (call.output ?? {}));
    if (isEmpty) {
      emptyReceives++;
      return emptyReceives > mostEmptyReceives ? 'nothing' : 'heads';
    }
    const key = `${deps.scenario()} ${operationOf(request)}`;
    const count = (alike.get(key) ?? 0) + 1;
    alike.set(key, count);
    if (count === 2 * mostAlike + 1) deps.onFlood(operationOf(request), 2 * mostAlike);
    if (count > 2 * mostAlike) return 'nothing';
    bodyBytes += body.length;
    return count > mostAlike || bodyBytes > mostBodyBytes ? 'heads' : 'everything';
  };
  const operationOf = (request: Request): string => {
    const [queueCall] = queueCallsIn(happened.get(request) ?? []);
    return queueCall === undefined ? nameOf(callOf(request, paths)) : (queueCall.action ?? 'queue');
  };

  const fetch = recordInbound(answered, {
    recorder,
    clock,
    scenario: deps.scenario,
    operationOf: (_, request) => operationOf(request),
    worth,
    onExchange: (inbound) => {
      const events = happened.get(inbound.request) ?? [];
      if (isSqsRequest(inbound.request)) {
        for (const call of queueCallsIn(events))
          for (const seen of queue.toTraffic(call, inbound.answeredAt)) deps.onTraffic(seen);
        return;
      }
      const call = events.some(({ kind }) => kind === 'unknown-path')
        ? ({ kind: 'unknown-path' } as const)
        : callOf(inbound.request, paths);
      deps.onCall(call, inbound);
      deps.onTraffic(toTraffic(call, inbound, { events, eventId: deps.options.eventId ?? defaultEventIdPlace }));
    },
  });
  return { fetch, control: platform.control, [Symbol.dispose]: () => platform.close() };
};

const callOf = (request: Request, paths: TillPaths): TillCall =>
  tillCallOf(request.method, new URL(request.url).pathname, paths);

const queueCallsIn = (events: readonly PlatformEvent[]) =>
  events.flatMap((event) => (event.kind === 'queue-call' ? [event.call] : []));

/** The keys an activation issues. */
const secretsIn = async (response: Response): Promise<readonly string[]> => {
  const { apiConfiguration, queueConfiguration } = Object(await response.json().catch(() => undefined));
  const { apiKey, secret } = Object(apiConfiguration);
  const { accessKeyId, secretAccessKey } = Object(queueConfiguration);
  return [apiKey, secret, accessKeyId, secretAccessKey].filter((value) => typeof value === 'string');
};

interface Seen {
  readonly events: readonly PlatformEvent[];
  readonly eventId: EventIdPlace;
}

const toTraffic = (call: TillCall, inbound: Inbound, { events, eventId }: Seen): Unnumbered => {
  const { n: exchange, receivedAt: at, status, method, path, request } = inbound;
  const bad = events.find((event) => event.kind === 'signature');
  const signature = { signed: bad === undefined, ...(bad !== undefined && { problem: bad.message }) };
  const seen = { at, exchange, ...signature };
  const [body, answer] = [bodyOf(keptOf(inbound)), status ?? 0];
  switch (call.kind) {
    case 'activation': {
      const success = events.some((event) => event.kind === 'activation' && event.success);
      return { kind: 'activation', at, body, success, exchange };
    }
    case 'health':
      return { kind: 'health', ...seen, body, status: answer };
    case 'callback': {
      const { messageKind, messageId } = call;
      const answeredAs = status === undefined ? {} : { status };
      return { kind: 'callback', ...seen, messageKind, messageId, body, ...answeredAs, answeredAt: inbound.answeredAt };
    }
    case 'event': {
      const messageId = eventIdOf({ headers: request.headers, bytes: inbound.body }, eventId);
      const named = messageId === undefined ? {} : { messageId };
      return { kind: 'event', ...seen, messageKind: call.messageKind, ...named, body, status: answer };
    }
    case 'test-call': {
      const started = events.find((event) => event.kind === 'test-call');
      const messageId = started?.messageId;
      return { kind: 'test-call', ...seen, status: answer, ...(messageId !== undefined && { messageId }) };
    }
    case 'tip': {
      const { action, id } = call;
      const named = id === undefined ? {} : { id };
      return { kind: 'tip', ...seen, action, ...named, ...(action === 'put' && { body }), status: answer };
    }
    case 'unknown-path':
      return { kind: 'unknown-path', at, method, path, exchange };
    default:
      return call satisfies never;
  }
};

const keptOf = ({ body, status = 0 }: Inbound): Uint8Array =>
  status >= 400 && body.length > mostRefusedBytes ? body.slice(0, mostRefusedBytes) : body;

/** As JSON; what is none as the text it is. */
const bodyOf = (bytes: Uint8Array): unknown => {
  const json = readJson(bytes);
  return json.ok ? json.value : toText(bytes);
};
