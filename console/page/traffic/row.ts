import type { ExchangeSummary, ExchangeVerdict, StreamEntry, StreamEvent } from '#schemas';
import { queueChangeText } from './queue-change-text.ts';

export const rowKinds = ['calls', 'polls', 'merchant', 'queue', 'commands', 'engine', 'faults'] as const;
export type RowKind = (typeof rowKinds)[number];

export const kindNames: Readonly<Record<RowKind, string>> = {
  calls: 'Calls to the platform',
  polls: 'Empty polls',
  merchant: 'Calls to shops',
  queue: 'Queue',
  commands: 'Commands',
  engine: 'Checkouts, syncs, health',
  faults: 'Faults',
};

/** A line of the traffic list. */
export interface Row {
  /** In links: a number is an exchange, `e` and a number an entry of the journal. */
  readonly key: string;
  /** When it was over; the list is in this order. */
  readonly at: number;
  readonly kind: RowKind;
  readonly arrow: 'in' | 'out' | 'queue' | 'inside';
  readonly title: string;
  readonly facts: string;
  /** Location or shop. */
  readonly place: string;
  readonly messageId?: string;
  readonly status?: number;
  readonly failed: boolean;
  readonly durationMs?: number;
  readonly verdict?: ExchangeVerdict;
  readonly violations: number;
  /** Lower case, for searching. */
  readonly text: string;
  readonly entry: StreamEntry;
}

type Facts = Partial<Omit<Row, 'key' | 'at' | 'entry' | 'text'>> & Pick<Row, 'kind' | 'title'>;

/** Undefined: said by an exchange already. */
export const toRow = (entry: StreamEntry): Row | undefined => {
  const { event } = entry;
  const facts = factsOf(event);
  if (facts === undefined) return undefined;
  const { place = '', facts: text = '', messageId = '' } = facts;
  return {
    arrow: 'inside',
    failed: false,
    violations: 0,
    ...facts,
    place,
    facts: text,
    key: event.kind === 'exchange' ? String(event.id) : `e${entry.n}`,
    at: event.at + (facts.durationMs ?? 0),
    text: `${facts.title} ${text} ${place} ${messageId} ${facts.status ?? ''}`.toLowerCase(),
    entry,
  };
};

const factsOf = (event: StreamEvent): Facts | undefined => {
  switch (event.kind) {
    case 'exchange':
      return ofExchange(event);
    case 'queue-change':
      return { ...queueChangeText(event.change), kind: 'queue', arrow: 'queue', place: event.integrationProfileId };
    case 'queue-failure':
      return {
        kind: 'queue',
        arrow: 'queue',
        title: 'Queue failed',
        facts: event.reason,
        place: event.integrationProfileId,
        failed: true,
      };
    case 'command':
      return {
        kind: 'commands',
        title: event.messageKind,
        facts: event.again ? 'sent once more' : 'command sent',
        place: event.integrationProfileId,
        messageId: event.messageId,
      };
    case 'capability':
      return {
        kind: 'engine',
        title: event.available ? 'POS became available' : 'POS became unavailable',
        facts: event.available ? '' : 'no health report within the timeout',
        place: event.integrationProfileId,
        failed: !event.available,
      };
    case 'checkout':
      return {
        kind: 'engine',
        title: `Checkout ${event.phase}`,
        facts: event.event,
        place: event.shop,
        messageId: event.oaOrderId,
        failed: event.phase === 'rolled-back',
      };
    case 'catalogue-sync': {
      const { kind, pages, products, failure } = event.report;
      return {
        kind: 'engine',
        title: `Catalogue synchronised (${kind})`,
        facts: failure ?? `${products} products on ${pages} ${pages === 1 ? 'page' : 'pages'}`,
        place: event.shop,
        failed: failure !== undefined,
      };
    }
    case 'api-fault':
      return { kind: 'faults', title: `Fault: ${event.fault}`, facts: `${event.method} ${event.path}` };
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
  const { direction, party, operation, method, url, failure, status, verdict, violations, messageKind } = exchange;
  const isEmptyPoll = operation === 'ReceiveMessage' && exchange.messageId === undefined && failure === undefined;
  return {
    kind: direction === 'sent' ? 'merchant' : isEmptyPoll ? 'polls' : 'calls',
    arrow: direction === 'sent' ? 'out' : party === 'queue' ? 'queue' : 'in',
    title: messageKind === undefined || operation === messageKind ? operation : `${operation} ${messageKind}`,
    facts: failure ?? `${method} ${url}`,
    place: exchange.integrationProfileId ?? exchange.shop ?? '',
    ...(exchange.messageId !== undefined && { messageId: exchange.messageId }),
    ...(status !== undefined && { status }),
    failed: failure !== undefined,
    durationMs: exchange.durationMs,
    verdict,
    violations,
  };
};
