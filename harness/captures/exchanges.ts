import { type Exchange as Recorded, validate } from '#schemas';
import {
  type CallSettings,
  type Classifier,
  type Exchange,
  type Guessed,
  type JsonObject,
  createClassifier,
  createGuesser,
  createQueueReader,
  fromHar,
  fromRecorded,
  isObject,
} from '#traffic';
import { isMeantAsPush } from '#traffic/laws';
import { UsageError } from '../config/usage-error.ts';
import type { Entry } from './entries.ts';

export interface Naming {
  readonly party: 'merchant' | 'pos';
  readonly settings: CallSettings;
}

/** A captured exchange, and on whose account it went where a run of ours captured it. */
export interface Captured {
  readonly exchange: Exchange;
  readonly scenario: string;
}

export const capturedScenario = 'captured';

/** Exchanges are numbered anew, in the order of the capture. */
export const createCaptureReader = ({ party, settings }: Naming) => {
  const classify = createClassifier(settings);
  const isTold = Object.values(settings.merchant ?? {}).some((address) => address !== undefined);
  const guessOf = createGuesser();
  const queueCallOf = createQueueReader();
  const guesses = new Map<string, number>();
  const numbering = createNumbering();
  let unkept = 0;
  let elsewhere = 0;

  const guessedCallOf = (exchange: Exchange): Guessed | undefined =>
    party !== 'merchant' || isTold || exchange.call.name !== 'unknown' ? undefined : guessOf(exchange);
  const guess = (exchange: Exchange): Exchange => {
    const guessed = guessedCallOf(exchange);
    if (guessed === undefined) return exchange;
    const key = `${guessed.name}: ${guessed.address}`;
    guesses.set(key, (guesses.get(key) ?? 0) + 1);
    return { ...exchange, sender: 'harness', call: { name: guessed.name, party: 'merchant' } };
  };

  const take = (given: Exchange): Exchange | undefined => {
    const exchange = guess(given);
    const { name, party: whose } = exchange.call;
    const isStrayPush = party === 'merchant' && isMeantAsPush(exchange, { paths: settings.paths });
    if (!isStrayPush && (name === 'unknown' || (party === 'merchant') !== (whose === 'merchant'))) return undefined;
    const { beside } = exchange.facts;
    const n = beside === undefined ? numbering.next() : numbering.of(exchange.n);
    const facts =
      beside === undefined ? exchange.facts : { ...exchange.facts, beside: beside.map(numbering.mentioned) };
    if (exchange.request.body.truncated || exchange.response?.body.truncated === true) unkept++;
    const queue = whose === 'queue' ? (exchange.facts.queue ?? queueCallOf(exchange)) : undefined;
    return { ...exchange, n, facts: queue === undefined ? facts : { ...facts, queue } };
  };

  return {
    /** A number and a name for an exchange that is read already; undefined for what is none of the protocol. */
    admit: (given: Exchange): Exchange | undefined => take({ ...given, call: classify(given.request) }),
    /** Undefined for what is none of the protocol. Throws a UsageError for what is no exchange. */
    read(entry: Entry, place: string): Captured | undefined {
      const read = entry.format === 'har' ? archived(entry.value, classify) : recorded(entry.value, classify, place);
      if (read === undefined) return undefined;
      if (entry.format === 'har' && isAnsweredElsewhere(entry.value)) {
        if (read.exchange.call.name !== 'unknown' || guessedCallOf(read.exchange) !== undefined) elsewhere++;
        return undefined;
      }
      const exchange = take(read.exchange);
      return exchange && { exchange, scenario: read.scenario };
    },
    /** What the addresses were taken for where none is configured, and how often: `catalogue: http://shop/list`. */
    guessed: (): ReadonlyMap<string, number> => guesses,
    /** Of how many calls of the protocol a body was missing or cut, so that nobody can judge it. */
    unkept: () => unkept,
    /** How many calls of the protocol were answered by somebody else, so that nobody is judged by them. */
    elsewhere: () => elsewhere,
  };
};

const archived = (value: unknown, classify: Classifier): Captured | undefined => {
  const exchange = fromHar(value, 0, classify);
  if (exchange === undefined) return undefined;
  const { _sender, pageref } = Object(value) as { readonly _sender?: unknown; readonly pageref?: unknown };
  // Browsers name their pages as well.
  const scenario = _sender !== undefined && typeof pageref === 'string' ? pageref : capturedScenario;
  return { exchange, scenario };
};

const recorded = (value: unknown, classify: Classifier, place: string): Captured => {
  const filled = isObject(value)
    ? { n: 1, scenario: capturedScenario, durationMs: 0, sender: 'harness', operation: '', ...value }
    : value;
  const [wrong] = validate('exchange', filled);
  if (wrong !== undefined)
    throw new UsageError(
      `${place} is no exchange: ${wrong.pointer || '/'}: ${wrong.message} conformance schema exchange says what one is.`,
    );
  const exchange = fromRecorded(filled as Recorded, classify);
  const sender = exchange.call.party === 'merchant' && exchange.call.name !== 'basketChange' ? 'harness' : 'target';
  return {
    // Of others, whose times are cut to a millisecond as well.
    exchange:
      isObject(value) && 'sender' in value
        ? exchange
        : { ...exchange, sender, answeredAt: Math.max(exchange.at, exchange.answeredAt - 1) },
    scenario: (filled as Recorded).scenario,
  };
};

/**
 * Whether an entry of an HTTP Archive was answered by a cache, a service worker or a test's own route: whoever is called in it
 * did not give this answer. Each program says so in its own words.
 */
const isAnsweredElsewhere = (entry: unknown): boolean => {
  if (!isObject(entry) || !isObject(entry['response'])) return false;
  const { response } = entry;
  return Number(response['status']) > 0 && sayings.some((says) => says(entry, response));
};

const sayings: readonly ((entry: JsonObject, response: JsonObject) => boolean)[] = [
  // DevTools: "disk" or "memory".
  ({ _fromCache: cache }) => typeof cache === 'string',
  (_, { _fetchedViaServiceWorker: fetched }) => fetched === true,
  // Playwright, of a route of the test.
  ({ _wasFulfilled: fulfilled }) => fulfilled === true,
  // Playwright and DevTools: not a byte of it was transferred. mitmproxy leaves the headers out of the sum.
  (_, { _transferSize: transferred, content }) => transferred === 0 && Number(Object(content).size) > 0,
  // chrome-har.
  (_, answer) => ['fromDiskCache', 'fromServiceWorker', 'fromPrefetchCache'].some((name) => answer[name] === true),
  // Firefox: an answer with headers of no size, from no address.
  (entry, { headersSize }) => '_securityState' in entry && headersSize === 0 && entry['serverIPAddress'] === undefined,
];

/** Whoever is named was under way a moment ago. */
const most = 1000;

/** Numbers of captured exchanges anew, where some name others by the numbers they had. */
const createNumbering = () => {
  const known = new Map<number, { readonly n: number; readonly isSeen: boolean }>();
  let last = 0;
  const next = (): number => ++last;
  const keep = (former: number, n: number, isSeen: boolean): number => {
    known.delete(former);
    known.set(former, { n, isSeen });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return n;
  };
  return {
    /** Of one that no other names. */
    next,
    of(former: number): number {
      const before = known.get(former);
      // Of several captures each begins at one.
      return keep(former, before === undefined || before.isSeen ? next() : before.n, true);
    },
    /** Of one that may not have been seen yet, and may never be. */
    mentioned(former: number): number {
      const before = known.get(former);
      return before === undefined ? keep(former, next(), false) : before.n;
    },
  };
};
