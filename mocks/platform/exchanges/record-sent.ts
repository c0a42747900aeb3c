import type { Seen } from './exchange-log.ts';
import type { MerchantCall } from './recorded.ts';
import { type RecordDeps, withoutBody } from './record-received.ts';

/** How a call to a merchant leaves, with what it is for and the body it carries. */
export type SendCall = (request: Request, call: MerchantCall, body: string) => Promise<Response>;

/** `send`, with every exchange recorded. */
export const recordSent =
  (send: (request: Request) => Promise<Response>, { clock, record }: RecordDeps): SendCall =>
  async (request, call, text) => {
    const at = clock.now();
    const { method, url, headers } = request;
    const body = text === '' ? undefined : Buffer.from(text);
    const finish = (rest: Pick<Seen, 'status' | 'response' | 'answer' | 'failure'>): void =>
      record({ at, durationMs: clock.now() - at, method, url, headers, body, call, ...rest });
    const silent = (failure: string): void => finish({ status: 0, response: undefined, answer: undefined, failure });
    try {
      const response = await send(request);
      if (response.type === 'error') {
        silent('the connection was closed');
        return response;
      }
      const { status } = response;
      const message = { headers: response.headers };
      const answer = new Uint8Array(await response.arrayBuffer());
      finish({ status, response: message, answer, failure: undefined });
      return new Response(withoutBody.has(status) ? null : answer, { status, ...message });
    } catch (error) {
      silent(reasonOf(error));
      throw error;
    }
  };

/** `fetch failed` says nothing; its cause does. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};
