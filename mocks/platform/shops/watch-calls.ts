import { toBody } from '#traffic';
import type { WatchCall } from '../checkout/index.ts';
import type { Tap } from '../tap.ts';

/** Tells of every call to a shop once it is complete. */
export const watchCalls =
  (shop: string, clock: { now(): number }, tap: Tap): WatchCall =>
  (request, name, text) => {
    const at = clock.now();
    const { method, url } = request;
    const headers = Object.fromEntries(request.headers);
    return (outcome) =>
      tap(
        {
          at,
          answeredAt: clock.now(),
          sender: 'harness',
          call: { name, party: 'merchant' },
          request: { method, url, headers, body: toBody(Buffer.from(text)) },
          ...outcome,
          facts: { shop },
        },
        [],
      );
  };
