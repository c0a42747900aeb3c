import { isCommandKind, isEventKind, type Operation, resultOperationOf } from '#schemas';
import { isSqsRequest } from '../queue/wire/call.ts';
import type { Settings } from '../settings.ts';
import type { Recorded } from './recorded.ts';

/** What a request to the platform is for. */
export interface ReceivedCall {
  readonly party: 'merchant' | 'pos' | 'queue';
  /** The register's name of the body where it has one. */
  readonly operation: string;
  /** As what the register judges the body. */
  readonly judgedAs?: Operation;
  readonly messageKind?: string;
  readonly messageId?: string;
}

/** Told by its method, its address and, for the queue, its body. */
export const receivedCall = ({ request }: Recorded, { paths }: Pick<Settings, 'paths'>): ReceivedCall => {
  const { method, url } = request;
  if (isSqsRequest(request)) return { party: 'queue', operation: actionOf(request) };
  const { pathname } = new URL(url);
  const called = `${method} ${pathname}`;
  if (called === `POST ${paths.basketChange}`)
    return { party: 'merchant', operation: 'basketChange', judgedAs: 'basketChange' };
  if (called === `POST ${paths.health}`) return judged('ReportPosHealth');
  if (called === 'POST /merchant/v1/pos/activate') return judged('ActivatePos');
  if (called === 'POST /merchant/v1/async/test') return { party: 'pos', operation: 'test' };
  if (called === 'GET /merchant/v1/tipRecipients') return { party: 'pos', operation: 'listTipRecipients' };
  const callback = /^POST \/merchant\/v1\/async\/([^/]+)\/([^/]+)$/.exec(called);
  if (callback !== null) return callbackOf(decoded(callback[1]), decoded(callback[2]));
  const tip = /^(GET|PUT) \/merchant\/v1\/tipRecipients\/[^/]+$/.exec(called);
  if (tip !== null)
    return tip[1] === 'PUT' ? judged('PutTipRecipientRequest') : { party: 'pos', operation: 'getTipRecipient' };
  const messageKind = method === 'POST' ? eventKindIn(pathname, paths.events) : undefined;
  if (messageKind === undefined) return { party: 'pos', operation: 'unknown-path' };
  const messageId = request.headers.get('x-message-id') ?? undefined;
  return {
    ...(isEventKind(messageKind) || messageKind === 'ReportPosHealth'
      ? judged(messageKind)
      : { party: 'pos', operation: messageKind }),
    messageKind,
    ...(messageId !== undefined && { messageId }),
  };
};

const judged = (operation: Operation): ReceivedCall => ({ party: 'pos', operation, judgedAs: operation });

const callbackOf = (messageKind: string, messageId: string): ReceivedCall => {
  const result = resultOperationOf(messageKind);
  const operation = isCommandKind(messageKind) ? messageKind : 'unknown-callback';
  return { ...(result === undefined ? { party: 'pos', operation } : judged(result)), messageKind, messageId };
};

const eventKindIn = (path: string, template: string): string | undefined => {
  const [before = '', after = ''] = template.split('{messageKind}');
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const kind = path.slice(before.length, path.length - after.length);
  return kind === '' || kind.includes('/') ? undefined : decoded(kind);
};

const actionOf = ({ url, headers, body }: Recorded['request']): string => {
  const target = headers.get('x-amz-target');
  if (target !== null) return target.replace(/^AmazonSQS\./, '');
  const inQuery = new URL(url).searchParams.get('Action');
  return inQuery ?? new URLSearchParams(Buffer.from(body.bytes).toString()).get('Action') ?? 'queue';
};

const decoded = (part = ''): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
