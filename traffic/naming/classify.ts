import {
  type CallName,
  calls,
  type MerchantAddress,
  merchantCall,
  merchantCallNames,
  operationOf,
  pathOf,
  type PathSettings,
  platformCall,
  platformCallNames,
} from '#schemas';
import type { Exchange, NamedCall } from '../exchange.ts';
import { toAddress } from './merchant-address.ts';

/** A call to the queue whose body does not say which. */
export const untold = 'queue';

/**
 * The action of a call to the queue; undefined where the request speaks the platform's own API. Clients post to `/` or to
 * the queue's path; a form alone says so only there, since the platform's own paths may be sent a form by mistake.
 */
export const queueActionOf = ({ url, headers, body }: Exchange['request']): string | undefined => {
  const target = headers['x-amz-target'];
  if (target !== undefined) return target.replace(/^AmazonSQS\./, '');
  const isForm = (headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
  const isSigned = (headers['authorization'] ?? '').startsWith('AWS4-');
  // Without any of them it cannot be one, and taking an address apart costs more than looking.
  if (!isForm && !isSigned && !url.includes('?')) return undefined;
  // A path may begin with two slashes, which alone would say that a host follows.
  const address = URL.parse(url.startsWith('/') ? `http://queue${url}` : url);
  if (address === null) return isSigned ? untold : undefined;
  const { pathname, searchParams } = address;
  const inAddress = searchParams.get('Action') ?? undefined;
  const isThere = (pathname === '/' || pathname.endsWith('.fifo')) && (isForm || inAddress !== undefined);
  if (!isSigned && !isThere) return undefined;
  const inForm = isForm || isSigned ? new URLSearchParams(body.text ?? '').get('Action') : null;
  return inAddress ?? inForm ?? untold;
};

/** Where a pushed event carries its message identifier, which the specification does not show (assume/event-paths). */
export type EventIdPlace = { readonly header: string } | { readonly field: string };

export const defaultEventIdPlace: EventIdPlace = { header: 'X-Message-Id' };

export interface CallSettings {
  /** Paths the specification does not show. */
  readonly paths?: PathSettings | undefined;
  readonly eventId?: EventIdPlace | undefined;
  /** The addresses of the merchant, where calls to it are to be named as well. */
  readonly merchant?: { readonly [Key in MerchantAddress]?: string | undefined } | undefined;
}

/** Address: absolute, or path and query. Headers with their names in lower case. */
export type Request = Exchange['request'];
export type Classifier = (request: Request) => NamedCall;

/** Says of each request what it is for, by its method, its address and, where nothing else tells, its body. */
export const createClassifier = ({ paths, eventId = defaultEventIdPlace, merchant = {} }: CallSettings): Classifier => {
  const exact = new Map<string, NamedCall>();
  const templates: Template[] = [];
  for (const name of platformCallNames) {
    const { method, configured } = platformCall(name);
    const path = pathOf(name, paths);
    const place = `${method} ${path}`;
    if (!path.includes('{')) exact.set(place, { name, party: partyOf(name) });
    else if (configured === undefined) templates.unshift(toTemplate(name, place));
    else templates.push(toTemplate(name, place));
  }
  const addresses = merchantCallNames
    .flatMap((name) => toAddress(name, merchant[merchantCall(name).address]))
    // What is marked as another call is not the plain one.
    .toSorted((one, other) => other.parameters - one.parameters);
  return (request) => {
    const action = queueActionOf(request);
    if (action !== undefined) return queueCall(action);
    const path = pathIn(request.url);
    const place = `${request.method} ${path}`;
    const fixed = exact.get(place);
    if (fixed !== undefined) return fixed;
    for (const { name, beginning, pattern } of templates) {
      const parameters = place.startsWith(beginning) ? pattern.exec(place)?.groups : undefined;
      if (parameters === undefined) continue;
      const [messageKind, id] = [decoded(parameters['messageKind']), decoded(parameters['id'])];
      if (name === 'event' && messageKind === 'ReportPosHealth') return { name: 'health', party: 'pos', messageKind };
      const messageId = name === 'event' ? eventIdOf(request, eventId) : decoded(parameters['messageId']);
      return {
        name,
        party: partyOf(name),
        ...(messageKind !== undefined && { messageKind }),
        ...(messageId !== undefined && { messageId }),
        ...(id !== undefined && { id }),
      };
    }
    const called = addresses.length === 0 ? undefined : addresses.find((address) => address.isOf(request));
    return called === undefined ? { name: 'unknown', party: 'pos' } : { name: called.name, party: 'merchant' };
  };
};

const partyOf = (name: CallName): NamedCall['party'] =>
  name in calls ? calls[name as keyof typeof calls].party : 'pos';

/** What the journal calls it: the register's name of its body where it has one. */
export const operationNameOf = ({ name, messageKind, action }: NamedCall): string => {
  if (action !== undefined) return action;
  const operation = operationOf(name, messageKind);
  if (operation !== undefined) return operation;
  return (name === 'callback' || name === 'event' ? messageKind : undefined) ?? name;
};

/** The identifier of an event; undefined when there is none in its place. */
export const eventIdOf = (
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  place: EventIdPlace,
): string | undefined => {
  if ('header' in place) return headers[place.header.toLowerCase()];
  const id: unknown = body.json.ok ? Object(body.json.value)[place.field] : undefined;
  return typeof id === 'string' ? id : undefined;
};

const queueCall = (action: string): NamedCall => ({ name: queueCalls.get(action) ?? 'queue', party: 'queue', action });

/** A form whose body was not kept no longer says what was asked of the queue; our journal does. */
export const namedByQueue = (call: NamedCall, operation: string): NamedCall =>
  call.action === untold && queueCalls.has(operation) ? queueCall(operation) : call;

const queueCalls: ReadonlyMap<string, CallName> = new Map(
  (['receiveMessage', 'deleteMessage', 'deleteMessageBatch'] as const).map((name) => [calls[name].action, name]),
);

/** Without taking the address apart, which costs more than everything else here. */
export const pathIn = (url: string): string => {
  const scheme = url.startsWith('/') ? -1 : url.indexOf('://');
  const from = scheme < 0 ? 0 : url.indexOf('/', scheme + 3);
  if (from < 0) return '/';
  const end = firstOf(url.indexOf('?', from), url.indexOf('#', from));
  return end === undefined ? url.slice(from) : url.slice(from, end);
};

const firstOf = (one: number, other: number): number | undefined => {
  const first = one < 0 || other < 0 ? Math.max(one, other) : Math.min(one, other);
  return first < 0 ? undefined : first;
};

interface Template {
  readonly name: CallName;
  /** All before its first parameter. */
  readonly beginning: string;
  readonly pattern: RegExp;
}

const toTemplate = (name: CallName, place: string): Template => {
  const source = place
    .split(/(\{\w+\})/)
    .map((part) =>
      /^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>[^/]+)` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return { name, beginning: place.slice(0, place.indexOf('{')), pattern: new RegExp(`^${source}$`) };
};

const decoded = (part: string | undefined): string | undefined => {
  if (part?.includes('%') !== true) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
