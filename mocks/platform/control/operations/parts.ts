import type { ApiFaults } from '../../api/api-faults.ts';
import type { BasketChanges } from '../../api/basket-change.ts';
import type { QueueFaults } from '../../queue/faults.ts';
import type { ExchangesPort } from '../../state/ports.ts';
import { ControlError, found, operationsOn } from '../declaration/fields.ts';

/** What the platform has anyway, and its operator may use as it is. */
export interface Parts {
  readonly basketChanges: Pick<BasketChanges, 'loaded' | 'rejectNext'>;
  readonly clock: { now(): number; advance?(milliseconds: number): void };
  readonly exchanges: ExchangesPort | undefined;
  readonly faults: Pick<QueueFaults, 'add' | 'clear' | 'pending'>;
  readonly apiFaults: Pick<ApiFaults, 'add' | 'clear' | 'pending'>;
}

const kept = ({ exchanges }: Parts): ExchangesPort => {
  if (exchanges === undefined) throw new ControlError(501, 'NothingKept', 'This platform keeps no exchanges.');
  return exchanges;
};

export const partOperations = operationsOn<Parts>()({
  'POST /baskets/{basketId}/loaded': ({ basketChanges }, { basketId }) => basketChanges.loaded(basketId),
  'POST /basketChange/rejectNext': ({ basketChanges }, { error }) => basketChanges.rejectNext(error),
  'GET /clock': ({ clock }) => ({ now: clock.now() }),
  'POST /clock/advance'({ clock }, { ms }) {
    if (clock.advance === undefined)
      throw new ControlError(409, 'RealClock', 'The platform runs on the real clock, which cannot be moved.');
    clock.advance(ms);
    return { now: clock.now() };
  },
  'GET /exchanges': ({ exchanges }, { after = 0, limit = 1000, text }) => ({
    exchanges: limit > 0 ? (exchanges?.list(after, limit, text) ?? []) : [],
  }),
  'GET /exchanges/{id}': ({ exchanges }, { id }) =>
    found(exchanges?.get(Number(id)), 'UnknownExchange', `There is no exchange ${Number(id)}, or it is forgotten.`),
  'POST /exchanges/archive': (parts, { exchanges }) => kept(parts).archive(exchanges.map(Number)),
  'POST /exchanges/walks': (parts, { exchanges }) => kept(parts).walks(exchanges.map(Number)),
  'GET /faults': ({ faults }) => ({ faults: faults.pending() }),
  'POST /faults': ({ faults }, fault) => faults.add(fault),
  'DELETE /faults': ({ faults }) => faults.clear(),
  'GET /apiFaults': ({ apiFaults }) => ({ faults: apiFaults.pending() }),
  'POST /apiFaults': ({ apiFaults }, fault) => apiFaults.add(fault),
  'DELETE /apiFaults': ({ apiFaults }) => apiFaults.clear(),
});
