import type { Clock } from '#mocks/time';
import { parseJson, type Json } from '../../json.ts';
import type { CallDecorator, PlatformAnswer, PlatformCall, Send } from './call.ts';
import type { ApiCredentials, Sign } from './signature.ts';
import { pathTo } from '#schemas';
import type { Command } from '../queue/command.ts';

/** Calls to the platform. Without credentials they go out unsigned, which only an activation may. */
export type PlatformClient = (call: PlatformCall) => Promise<PlatformAnswer>;

export interface ClientSettings {
  readonly parts: { readonly clock: Clock; readonly call: CallDecorator; readonly sign: Sign };
  readonly send: Send;
  readonly platformUrl: string;
  readonly credentials?: ApiCredentials;
  readonly timeoutMs: number;
  /** Real time, for signatures: the platform knows nothing of a clock that is moved by hand. */
  readonly wallNow: () => number;
}

export const createPlatformClient = (settings: ClientSettings): PlatformClient => {
  const { parts, send, credentials, timeoutMs, wallNow } = settings;
  const base = settings.platformUrl.replace(/\/+$/u, '');

  const transmit = async ({ kind, method, path, body, headers = {} }: PlatformCall): Promise<PlatformAnswer> => {
    const url = new URL(`${base}${path}`);
    const text = body === undefined ? '' : JSON.stringify(body);
    const signature = credentials ? parts.sign({ kind, method, url, body: text }, credentials, wallNow()) : {};
    return exchange(parts.clock, timeoutMs, async (signal) => {
      const response = await send(
        new Request(url, {
          method,
          signal,
          headers: { ...(text !== '' && { 'content-type': 'application/json' }), ...headers, ...signature },
          ...(text !== '' && { body: text }),
        }),
      );
      if (response.type === 'error') throw new Error('the connection was closed');
      return { status: response.status, body: parseJson(await response.text()) };
    });
  };

  return (call) => parts.call(call, transmit);
};

/** No answer within the limit, or none at all, is an answer without a status. */
const exchange = async (
  clock: Clock,
  limitMs: number,
  attempt: (signal: AbortSignal) => Promise<PlatformAnswer>,
): Promise<PlatformAnswer> => {
  const controller = new AbortController();
  const silence: PlatformAnswer = { status: undefined, body: null };
  const { promise: timedOut, resolve } = Promise.withResolvers<PlatformAnswer>();
  const cancel = clock.after(limitMs, () => {
    resolve(silence);
    controller.abort();
  });
  try {
    return await Promise.race([attempt(controller.signal).catch(() => silence), timedOut]);
  } finally {
    cancel();
  }
};

/** Sends the result of a command to the address that names it. Endpoints › Platform-hosted */
export const sendResult = (client: PlatformClient, command: Command, body: Json): Promise<PlatformAnswer> =>
  client({
    kind: 'callback',
    method: 'POST',
    path: pathTo('callback', { messageKind: command.messageKind, messageId: command.messageId }),
    body,
  });

/** 2xx, or 404: nobody waits for the result any more. Errors › Callback responses */
export const isFinal = ({ status = 0 }: PlatformAnswer): boolean => (status >= 200 && status < 300) || status === 404;
