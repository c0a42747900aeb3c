import { isDeepStrictEqual } from 'node:util';
import type { Says } from '../../evidence/row.ts';
import { isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import type { TrafficOf } from '../../till-traffic.ts';
import { lawOfTraffic, type TrafficRow } from './law-of-rows.ts';
import { excerpt } from '../../retention/excerpt.ts';
import { named } from './table/row.ts';

type Event = TrafficOf<'event'>;

/** Changes that are so close to each other a till may push at once, in whatever order they happened. */
const atOnceMs = 1_000;

/** What events are about; nothing forbids further members, such as how often it was tried. */
const members = ['open', 'effectiveAt', 'message', 'changes', 'listings', 'changeType', 'diff', 'reasonCode'];

const newsIn = ({ body }: Event): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => members.includes(name)))
    : body;

const isSame = (one: Event, other: Event): boolean =>
  one.messageKind === other.messageKind && isDeepStrictEqual(newsIn(one), newsIn(other));

/** That a location opened or closed. */
type Said = NonNullable<ReturnType<typeof saidIn>>;

/** Undefined where it is not for the moment that it is received. */
const saidIn = ({ body, messageId, unkept, at, exchange }: Event) => {
  const { open, effectiveAt } = Object(body);
  if (unkept === true || messageId === undefined || typeof open !== 'boolean' || effectiveAt !== undefined)
    return undefined;
  return { messageId, open, at, exchange };
};

const rows: readonly TrafficRow[] = [
  {
    // Events: each has an identifier of its own, and a repeat keeps it.
    requirement: 'events/unique-message-id',
    cause: 'an identifier used twice',
    look: (_, budget) => {
      const known = createMemory<Event>(budget);
      /** By kind, what was refused for the moment and may come again. */
      const refused = createMemory<Event>(budget, { most: 100 });
      return (seen): Says => {
        if (seen.kind !== 'event') return undefined;
        const { messageKind, messageId = '', exchange, unkept } = seen;
        const first = refused.get(messageKind);
        if (seen.status >= 500 && unkept !== true) refused.set(messageKind, seen);
        else refused.delete(messageKind);
        if (messageId === '')
          return {
            cause: 'an event without an identifier',
            expected: 'an identifier, by default in the header X-Message-Id',
            actual: `none with ${messageKind}`,
            exchanges: [exchange],
          };
        if (unkept === true) return 'passed';
        const before = known.get(messageId);
        if (before === undefined) known.set(messageId, seen);
        if (before !== undefined && !isSame(before, seen))
          return {
            unlike: messageId,
            expected: 'an identifier of its own for each event',
            actual: `${named(messageId)} with ${before.messageKind} ${excerpt(before.body)} and with ${messageKind} ${excerpt(seen.body)}`,
            exchanges: [before.exchange, exchange],
          };
        // Something else may have happened at the till in the meantime.
        if (first?.messageId === undefined || first.messageId === messageId || !isSame(first, seen)) return 'passed';
        return {
          unlike: messageId,
          cause: 'a repeated event with another identifier',
          expected: `identifier ${named(first.messageId)}`,
          actual: `identifier ${named(messageId)}`,
          exchanges: [first.exchange, exchange],
        };
      };
    },
  },
  {
    // States and transitions: a location is as the event that was received last says, until the till says otherwise.
    requirement: 'events/location-availability',
    cause: 'a former state repeated after the newer one',
    leeway: 'how often, and in which order, a refused event is repeated is not shown',
    // So long a till has to say how it is.
    dueMs: 10_000,
    look: (_, budget) => {
      const [refused, taken] = [createMemory<Said>(budget), createMemory<true>(budget)];
      let [isActive, last]: [boolean, Said | undefined] = [false, undefined];
      return (seen): Says => {
        // Before that there may be calls of a till that is still active from elsewhere.
        isActive ||= seen.kind === 'activation' && seen.success;
        if (!isActive || seen.kind !== 'event' || seen.messageKind !== 'PosLocationAvailabilityChanged')
          return undefined;
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

export const eventLaw = lawOfTraffic('till/event', rows, () => [
  ['events/unique-message-id', 'no event was pushed', 'triggers.setLocation'],
]);
