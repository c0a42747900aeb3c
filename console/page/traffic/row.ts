import type {
  ExchangeFindings,
  ExchangeSummary,
  ExchangeVerdict,
  RunExchange,
  StreamEntry,
  StreamEvent,
} from '#schemas';
import { queueChangeText } from './queue-change-text.ts';

export const rowKinds = ['calls', 'quiet', 'merchant', 'queue', 'commands', 'engine', 'faults'] as const;
export type RowKind = (typeof rowKinds)[number];

export const kindNames: Readonly<Record<RowKind, string>> = {
  calls: 'Calls to the platform',
  quiet: 'Empty polls, health',
  merchant: 'Calls to shops',
  queue: 'Queue',
  commands: 'Commands',
  engine: 'Checkouts, syncs',
  faults: 'Faults',
};

export interface Row {
  /** In links: a number is an exchange, `e` and a number an entry of the journal. */
  readonly key: string;
  /** When it was over; the list is in this order. */
  readonly at: number;
  readonly kind: RowKind;
  readonly arrow: 'in' | 'out' | 'queue' | 'inside';
  readonly title: string;
  readonly facts: string;
  /** Location or shop; in a run the scenario. */
  readonly place: string;
  readonly status?: number;
  readonly failed: boolean;
  /** The answer was a fault that somebody had asked for. */
  readonly injected?: string;
  readonly durationMs?: number;
  readonly verdict?: ExchangeVerdict;
  readonly violations: number;
  /** The requirements that do not hold, or may not. */
  readonly broken: readonly string[];
  /** Lower case, for searching. */
  readonly text: string;
  readonly event: StreamEvent;
}

type Facts = Partial<Omit<Row, 'key' | 'at' | 'place' | 'event' | 'text'>> & Pick<Row, 'kind' | 'title'>;

/** Undefined: said by an exchange already. */
export const toRow = ({ n, event }: StreamEntry): Row | undefined => {
  const facts = factsOf(event);
  return facts && rowOf(event.kind === 'exchange' ? String(event.id) : `e${n}`, event, facts);
};

/** The same after something was found out about it. */
export const judgedRow = (row: Row, { verdict, violations, broken }: ExchangeFindings): Row => {
  const { event } = row;
  if (event.kind !== 'exchange') return row;
  const { broken: _, ...told } = event;
  const now: StreamEvent = { ...told, verdict, violations, ...(broken && { broken }) };
  return rowOf(row.key, now, ofExchange(now));
};

/** The same of an exchange of a run. */
export const runRow = (exchange: RunExchange): Row => {
  const { verdict, ...facts } = ofExchange(exchange);
  return rowOf(
    String(exchange.id),
    { kind: 'exchange', ...exchange },
    // A run says what is wrong, and of most exchanges nothing.
    { ...facts, ...(verdict !== undefined && verdict !== 'not-judged' && { verdict }) },
  );
};

export const placeOf = (event: StreamEvent): string => {
  if ('scenario' in event) return String(event.scenario);
  if ('integrationProfileId' in event && event.integrationProfileId !== undefined) return event.integrationProfileId;
  return ('shop' in event && event.shop) || '';
};

const rowOf = (key: string, event: StreamEvent, facts: Facts): Row => {
  const { facts: text = '', injected } = facts;
  const place = placeOf(event);
  return {
    arrow: 'inside',
    failed: false,
    violations: 0,
    broken: [],
    ...facts,
    place,
    facts: text,
    key,
    at: event.at + (facts.durationMs ?? 0),
    text: [
      facts.title,
      text,
      place,
      ...idsIn(event),
      ...(facts.broken ?? []),
      facts.status,
      injected && `ours ${injected}`,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join(' ')
      .toLowerCase(),
    event,
  };
};

/** Everything somebody may have copied out of a log to look for here. */
const idsIn = (event: StreamEvent): readonly (string | undefined)[] => {
  switch (event.kind) {
    case 'exchange':
      return [event.messageId, event.oaOrderId, event.basketId, ...(event.messages ?? []).map((one) => one.messageId)];
    case 'command':
      return [event.messageId];
    case 'checkout':
      return [event.oaOrderId];
    case 'queue-change':
      return 'messageId' in event.change ? [event.change.messageId] : [];
    default:
      return [];
  }
};

const factsOf = (event: StreamEvent): Facts | undefined => {
  switch (event.kind) {
    case 'exchange':
      return ofExchange(event);
    case 'queue-change':
      return { ...queueChangeText(event.change), kind: 'queue', arrow: 'queue' };
    case 'queue-failure':
      return {
        kind: 'queue',
        arrow: 'queue',
        title: 'Queue failed',
        facts: event.reason,
        failed: true,
      };
    case 'command':
      return {
        kind: 'commands',
        title: event.messageKind,
        facts: event.again ? 'sent once more' : 'command sent',
      };
    case 'capability':
      return {
        kind: 'engine',
        title: event.available ? 'POS became available' : 'POS became unavailable',
        facts: event.available ? '' : 'no health report within the timeout',
        failed: !event.available,
      };
    case 'checkout':
      return {
        kind: 'engine',
        title: `Checkout ${event.phase}`,
        facts: event.event,
        failed: event.phase === 'rolled-back',
      };
    case 'catalogue-sync': {
      const { kind, pages, products, failure } = event.report;
      return {
        kind: 'engine',
        title: `Catalogue synchronised (${kind})`,
        facts: failure ?? `${products} products on ${pages} ${pages === 1 ? 'page' : 'pages'}`,
        failed: failure !== undefined,
      };
    }
    case 'api-fault':
      return { kind: 'faults', title: `Fault of ours: ${event.fault}`, facts: `${event.method} ${event.path}` };
    case 'signature':
      return {
        kind: 'calls',
        arrow: 'in',
        title: 'Bad signature',
        facts: `${event.method} ${event.path}: ${event.message}`,
        failed: event.refused,
      };
    case 'broken':
      return {
        kind: 'faults',
        title: 'The platform broke',
        facts: `${event.method} ${event.path}: ${event.reason}`,
        failed: true,
      };
    default:
      return undefined;
  }
};

const ofExchange = (exchange: ExchangeSummary): Facts => {
  const { direction, party, call, operation, method, url, failure, status, verdict, violations, messageKind } =
    exchange;
  const { injected } = exchange;
  const isRefusedResult = call === 'callback' && status !== undefined && status >= 400 && injected === undefined;
  return {
    kind: direction === 'sent' && party === 'merchant' ? 'merchant' : isQuiet(exchange) ? 'quiet' : 'calls',
    arrow: direction === 'sent' ? 'out' : party === 'queue' ? 'queue' : 'in',
    title: messageKind === undefined || operation === messageKind ? operation : `${operation} ${messageKind}`,
    facts: failure ?? `${method} ${url}`,
    ...(status !== undefined && { status }),
    ...(injected !== undefined && { injected }),
    failed: failure !== undefined || isRefusedResult,
    durationMs: exchange.durationMs,
    verdict,
    violations,
    broken: exchange.broken ?? [],
  };
};

/** What comes all the time, brings nothing and breaks no rule. */
const isQuiet = (exchange: ExchangeSummary): boolean => {
  const { call, messageId, messages, failure, status = 0, verdict, injected } = exchange;
  if (verdict === 'violation' || verdict === 'warning' || injected !== undefined) return false;
  if (failure !== undefined || status >= 300) return false;
  if (call === 'health') return true;
  return call === 'receiveMessage' && messageId === undefined && messages === undefined;
};
