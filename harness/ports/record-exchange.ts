import type { Exchange } from '#traffic';
import type { Recorder } from './recorder.ts';

/** How much of an exchange is worth writing down. */
export type Kept = 'everything' | 'heads' | 'nothing';

interface About {
  /** On whose account it goes. */
  readonly scenario: string;
  readonly operation: string;
  readonly kept?: Kept;
}

/** Writes an exchange down, as much of it as is worth it. */
export const recordExchange = (
  recorder: Recorder,
  exchange: Exchange,
  { scenario, operation, kept = 'everything' }: About,
): void => {
  if (kept === 'nothing') return;
  const { n, at, answeredAt, sender, request, response, failure } = exchange;
  const { method, url, headers } = request;
  const isWhole = kept === 'everything';
  recorder.record({
    n,
    scenario,
    at,
    durationMs: answeredAt - at,
    sender,
    operation,
    facts: exchange.facts,
    told: recorder.told(exchange),
    request: { method, url, headers, ...(isWhole && { body: request.body }) },
    ...(response !== undefined && {
      response: {
        status: response.status,
        headers: response.headers,
        ...(isWhole && { body: response.body }),
      },
    }),
    ...(failure !== undefined && { failure: { code: failure.code, message: failure.message } }),
  });
};
