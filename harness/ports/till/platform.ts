import { createPlatform, isSqsRequest, type PlatformOptions } from '#mocks/platform';
import type { Clock } from '#mocks/time';
import { type Exchange, operationNameOf, type Redactor, toTillTraffic, type UnnumberedTraffic } from '#traffic';
import { type Kept, recordExchange } from '../record-exchange.ts';
import type { Recorder } from '../recorder.ts';

/** The keys in the body of an activation, which must never be written. */
export const issuedKeys = (body: unknown): readonly string[] => {
  const { apiConfiguration, queueConfiguration } = Object(body);
  const { apiKey, secret } = Object(apiConfiguration);
  const { accessKeyId, secretAccessKey } = Object(queueConfiguration);
  return [apiKey, secret, accessKeyId, secretAccessKey].filter((key) => typeof key === 'string');
};

export interface TillPlatformDeps {
  readonly options: Omit<PlatformOptions, 'clock' | 'tap'>;
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly redactor: Redactor;
  /** On whose account goes what an exchange was. */
  readonly scenario: (seen: readonly UnnumberedTraffic[]) => string;
  readonly onTraffic: (seen: UnnumberedTraffic) => void;
  /** A call, after it was recorded and before its traffic is told. */
  readonly onCall: (exchange: Exchange, scenario: string) => void;
  /** Any call begins; the answer is told that it has ended. */
  readonly onRequest: () => () => void;
  /** A call to the queue begins; the answer is told that it has ended. */
  readonly onQueueCall: () => () => void;
  /** So many calls of one kind came while one scenario ran that further ones are judged and not written down. */
  readonly onFlood: (operation: string, written: number, scenario: string) => void;
  /** The queue behind the platform, where it is one elsewhere, did not do what it was asked for. */
  readonly onQueueFailure: (reason: string) => void;
  /** A bug of ours in the platform. */
  readonly onBroken: (reason: string) => void;
}

/** A till that polls without waiting would otherwise fill the journal with nothing. */
const mostEmptyReceives = 200;
/** Of as many again only that they came. */
const mostEmptyHeads = 400;
/** So many calls of one kind are written down while one scenario runs; of as many again only that they came. */
const mostAlike = 1000;
/** All bodies in the journal together; beyond it, only that the calls came. */
const mostBodyBytes = 64 * 1024 * 1024;

/** A till's platform, with everything the till does there told in the till's terms. */
export const createTillPlatform = (deps: TillPlatformDeps) => {
  const { clock, recorder, redactor, scenario } = deps;
  let emptyReceives = 0;
  let bodyBytes = 0;
  const alike = new Map<string, number>();
  const worth = (exchange: Exchange, operation: string, by: string): Kept => {
    if (isEmptyReceive(exchange)) {
      emptyReceives++;
      if (emptyReceives > mostEmptyHeads) return 'nothing';
      return emptyReceives > mostEmptyReceives ? 'heads' : 'everything';
    }
    const key = `${by} ${operation}`;
    const count = (alike.get(key) ?? 0) + 1;
    alike.set(key, count);
    if (count === 2 * mostAlike + 1) deps.onFlood(operation, 2 * mostAlike, by);
    if (count > 2 * mostAlike) return 'nothing';
    bodyBytes += exchange.request.body.bytes.length;
    return count > mostAlike || bodyBytes > mostBodyBytes ? 'heads' : 'everything';
  };

  const platform = createPlatform({
    ...deps.options,
    clock,
    tap(tapped) {
      const exchange = { ...tapped, n: recorder.number() };
      if (exchange.call.name === 'activation') {
        const json = exchange.response?.body.json;
        if (json?.ok) redactor.add(issuedKeys(json.value));
      }
      const operation = operationNameOf(exchange.call);
      const traffic = toTillTraffic(exchange);
      const by = scenario(traffic);
      recordExchange(recorder, exchange, { scenario: by, operation, kept: worth(exchange, operation, by) });
      deps.onCall(exchange, by);
      for (const seen of traffic) deps.onTraffic(seen);
    },
  });
  platform.subscribe((event) => {
    if (event.kind === 'queue-failure') deps.onQueueFailure(event.reason);
    if (event.kind === 'broken') deps.onBroken(`${event.method} ${event.path}: ${event.reason}`);
  });
  return {
    async fetch(request: Request): Promise<Response> {
      const answered = deps.onRequest();
      const ended = isSqsRequest(request) ? deps.onQueueCall() : undefined;
      try {
        return await platform.fetch(request);
      } finally {
        ended?.();
        answered();
      }
    },
    control: platform.control,
    [Symbol.dispose]: (): void => platform.close(),
  };
};

const isEmptyReceive = ({ facts: { queue }, response }: Exchange): boolean =>
  queue?.action === 'receive' && queue.messages.length === 0 && response?.status === 200;
