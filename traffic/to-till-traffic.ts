import type { Body, Exchange, Facts } from './exchange.ts';
import { isPartlyKept } from './judging/answer.ts';
import type { TillTraffic } from './till-traffic.ts';

type WithoutNumber<Seen> = Seen extends unknown ? Omit<Seen, 'n'> : never;
/** Traffic before it has its place among the rest. */
export type UnnumberedTraffic = WithoutNumber<TillTraffic>;

/** What a till did with one call; a batch of deletions is several. */
export const toTillTraffic = (exchange: Exchange): readonly UnnumberedTraffic[] => {
  const { n, at, answeredAt, call, request, response, facts } = exchange;
  if (facts.queue !== undefined) return toQueueTraffic(exchange, facts.queue);
  const seen = { at, exchange: n, signed: true, ...facts.signature, ...keyOf(exchange) };
  const { messageKind = '', messageId = '' } = call;
  const status = response?.status ?? 0;
  // Parsed for those kinds only whose bodies somebody compares.
  const body = (): unknown => valueOf(request.body, status);
  const unkept = isPartlyKept(request.body) && ({ unkept: true } as const);
  switch (call.name) {
    case 'activation': {
      const answer = response?.body.json;
      const granted: unknown = answer?.ok === true ? answer.value : undefined;
      const success = Object(granted).success === true;
      const issued = success ? (facts.issued ?? issuedIn(response)) : undefined;
      return [{ kind: 'activation', at, body: body(), success, ...(issued && { issued }), exchange: n }];
    }
    case 'health':
      return [{ kind: 'health', ...seen, status }];
    case 'callback': {
      // What never comes to its end, or is longer than anybody reads, says nothing of a result.
      if (status === tooLong && request.body.truncated) return [];
      const injected = facts.injected !== undefined && ({ injected: true } as const);
      const answered = response === undefined ? {} : { status, ...injected };
      return [{ kind: 'callback', ...seen, messageKind, messageId, body: body(), ...unkept, ...answered, answeredAt }];
    }
    case 'event': {
      const named = call.messageId === undefined ? {} : { messageId };
      return [{ kind: 'event', ...seen, messageKind, ...named, body: body(), ...unkept, status }];
    }
    case 'testCall': {
      const { testMessageId } = facts;
      return [{ kind: 'test-call', ...seen, status, ...(testMessageId !== undefined && { messageId: testMessageId }) }];
    }
    case 'listTipRecipients':
      return [{ kind: 'tip', ...seen, action: 'list', status }];
    case 'getTipRecipient':
      return [{ kind: 'tip', ...seen, action: 'get', ...(call.id !== undefined && { id: call.id }), status }];
    case 'putTipRecipient':
      return [
        { kind: 'tip', ...seen, action: 'put', ...(call.id !== undefined && { id: call.id }), body: body(), status },
      ];
    default:
      // Of the protocol, and nobody looks at it.
      if (call.name !== 'unknown' && call.party === 'pos') return [];
      return [
        { kind: 'unknown-path', at, method: request.method, path: request.url.split('?', 1)[0] ?? '', exchange: n },
      ];
  }
};

const keyOf = ({ facts: { key } }: Exchange): { readonly key?: string } => (key === undefined ? {} : { key });

/** The keys in the answer of an activation. */
export const issuedIn = (response: Exchange['response']): Facts['issued'] => {
  const granted: unknown = response?.body.json.ok === true ? response.body.json.value : undefined;
  const { apiKey } = Object(Object(granted).apiConfiguration);
  const { accessKeyId } = Object(Object(granted).queueConfiguration);
  return typeof apiKey === 'string' && typeof accessKeyId === 'string' ? { apiKey, accessKeyId } : undefined;
};

const toQueueTraffic = (
  exchange: Exchange,
  queue: NonNullable<Exchange['facts']['queue']>,
): readonly UnnumberedTraffic[] => {
  const { n, at, answeredAt, response } = exchange;
  const seen = { at, exchange: n, ...keyOf(exchange) };
  switch (queue.action) {
    case 'receive':
      return [
        { kind: 'receive', ...seen, endedAt: answeredAt, status: response?.status ?? 0, ...withoutAction(queue) },
      ];
    case 'delete':
      return queue.deletions.map((deletion) => ({ kind: 'delete', ...seen, ...deletion }));
    case 'refused':
      return [{ kind: 'queue-refused', ...seen, action: queue.named, reason: queue.reason }];
    default:
      return queue satisfies never;
  }
};

const withoutAction = <Call extends { readonly action: string }>({ action: _, ...rest }: Call): Omit<Call, 'action'> =>
  rest;

/** 413 Content Too Large. */
const tooLong = 413;

/** Nobody compares a result that was refused, and a till may send it again and again. */
const mostRefusedBytes = 64 * 1024;

/** As JSON; what is none as the text it is. */
const valueOf = (body: Body, status: number): unknown => {
  if (status >= 400 && body.bytes.byteLength > mostRefusedBytes) return body.text?.slice(0, mostRefusedBytes);
  return body.json.ok ? body.json.value : body.text;
};
