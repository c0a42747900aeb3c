import { merchantCall } from '#schemas';
import { timeoutCode, toBody } from '#traffic';
import type { WatchCall } from './merchant-calls.ts';
import type { Outcome, Tap } from '../../calls/tap.ts';

/** Tells of every call to a shop once it is complete. */
export const watchCalls =
  (shop: string, clock: { now(): number }, tap: Tap): WatchCall =>
  (request, name, text) => {
    const at = clock.now();
    const { method, url, signal } = request;
    const headers = Object.fromEntries(request.headers);
    return (outcome) => {
      const answeredAt = clock.now();
      const isLate = answeredAt - at >= (merchantCall(name).withinMs ?? Number.POSITIVE_INFINITY);
      tap(
        {
          at,
          answeredAt,
          sender: 'harness',
          call: { name, party: 'merchant' },
          request: { method, url, headers, body: toBody(Buffer.from(text)) },
          ...(signal.aborted ? givenUp(outcome, isLate) : outcome),
          facts: { shop },
        },
        [],
      );
    };
  };

/** We hang up when the time is over, or when nobody waits for the answer any more. */
const givenUp = ({ failure, ...outcome }: Outcome, isLate: boolean): Outcome => ({
  ...outcome,
  ...(failure !== undefined && {
    failure: isLate
      ? { ...failure, code: timeoutCode, blame: 'target' }
      : { ...failure, code: 'HUNG_UP', blame: 'ours' },
  }),
});
