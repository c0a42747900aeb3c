/** What a till's request to the platform's API is for, told by its method and path alone. */
export type TillCall =
  | { readonly kind: 'activation' | 'health' | 'test-call' }
  | { readonly kind: 'callback'; readonly messageKind: string; readonly messageId: string }
  | { readonly kind: 'event'; readonly messageKind: string }
  | { readonly kind: 'tip'; readonly action: 'list' | 'get' | 'put'; readonly id?: string }
  | { readonly kind: 'unknown-path' };

export interface TillPaths {
  readonly health: string;
  /** With {messageKind} in it. */
  readonly events: string;
}

/** assume/health-path-and-interval, assume/event-paths */
export const defaultTillPaths: TillPaths = {
  health: '/merchant/v1/pos/health',
  events: '/merchant/v1/pos/events/{messageKind}',
};

const unknown: TillCall = { kind: 'unknown-path' };

export const tillCallOf = (method: string, path: string, { health, events }: TillPaths): TillCall => {
  const parts = path.split('/').slice(1).map(decoded);
  const [merchant, version, area, first, second, ...rest] = parts;
  const eventKind = method === 'POST' ? eventKindIn(path, events) : undefined;
  if (method === 'POST' && path === health) return { kind: 'health' };
  if (eventKind !== undefined)
    return { kind: eventKind === 'ReportPosHealth' ? 'health' : 'event', messageKind: eventKind };
  if (merchant !== 'merchant' || version !== 'v1' || rest.length > 0) return unknown;
  if (area === 'tipRecipients' && second === undefined) return tipCall(method, first);
  if (method !== 'POST' || first === undefined) return unknown;
  if (area === 'pos' && first === 'activate' && second === undefined) return { kind: 'activation' };
  if (area !== 'async') return unknown;
  if (second !== undefined) return { kind: 'callback', messageKind: first, messageId: second };
  return first === 'test' ? { kind: 'test-call' } : unknown;
};

const tipCall = (method: string, id: string | undefined): TillCall => {
  if (id === undefined) return method === 'GET' ? { kind: 'tip', action: 'list' } : unknown;
  if (method === 'GET') return { kind: 'tip', action: 'get', id };
  return method === 'PUT' ? { kind: 'tip', action: 'put', id } : unknown;
};

const eventKindIn = (path: string, template: string): string | undefined => {
  const [before = '', after = ''] = template.split('{messageKind}');
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const kind = path.slice(before.length, path.length - after.length);
  return kind === '' || kind.includes('/') ? undefined : decoded(kind);
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
