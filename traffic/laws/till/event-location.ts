import { examine } from '../../evidence/examine.ts';
import type { Row } from '../../evidence/row.ts';
import { isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import type { TrafficOf } from '../../till-traffic.ts';
import { definePosLaw } from '../define.ts';
import { sinceActivation } from '../since-activation.ts';

const requirement = 'events/location-availability';

/** Changes that are so close to each other a till may push at once, in whatever order they happened. */
const atOnceMs = 1_000;

/** That a location opened or closed. */
interface Said {
  readonly messageId: string;
  readonly open: boolean;
  readonly at: number;
  readonly exchange: number;
}

/** Undefined where it is not for the moment that it is received. */
const saidIn = ({ body, messageId, unkept, at, exchange }: TrafficOf<'event'>): Said | undefined => {
  const { open, effectiveAt } = Object(body);
  if (unkept === true || messageId === undefined || typeof open !== 'boolean' || effectiveAt !== undefined)
    return undefined;
  return { messageId, open, at, exchange };
};

const rows: readonly Row<TrafficOf<'event'>, undefined>[] = [
  {
    // States and transitions: a location is as the event that was received last says, until the till says otherwise.
    requirement,
    cause: 'a former state repeated after the newer one',
    message:
      'An event that was answered 5xx was sent again after a newer one of the same location had been taken, so that for the platform the location is as before until the till says otherwise; drop what is out of date, or say how it is once more.',
    pointer: '/open',
    leeway: 'how often, and in which order, a refused event is repeated is not shown',
    // So long a till has to say how it is.
    dueMs: 10_000,
    look: (_, budget) => {
      const refused = createMemory<Said>(budget);
      const taken = createMemory<true>(budget);
      let last: Said | undefined;
      return (seen) => {
        const said = saidIn(seen);
        if (seen.status >= 500 && said !== undefined && !refused.has(said.messageId)) refused.set(said.messageId, said);
        if (!isAccepted(seen)) return undefined;
        const newer = last;
        last = said;
        if (said === undefined) return 'refuted';
        const first = refused.get(said.messageId);
        const isRepeat = first?.open === said.open && !taken.has(said.messageId) && !taken.hasForgotten();
        taken.set(said.messageId, true);
        if (!isRepeat || newer === undefined || newer.at - first.at <= atOnceMs || newer.open === said.open)
          return 'refuted';
        return {
          unlike: said.messageId,
          at: said.at,
          exchanges: [first.exchange, newer.exchange, said.exchange],
          expected: `open ${newer.open} as the last that is said`,
          actual: `open ${said.open}, as before that`,
        };
      };
    },
  },
];

export const eventLocation = definePosLaw({
  id: 'till/event-location',
  covers: [requirement],
  start: sinceActivation([], ({ budget }) => {
    const { see, at, end } = examine(rows, undefined, budget);
    return {
      see: (seen) =>
        seen.kind === 'event' && seen.messageKind === 'PosLocationAvailabilityChanged'
          ? [...at(seen.at), ...see(seen)]
          : [],
      at,
      end,
    };
  }),
});
