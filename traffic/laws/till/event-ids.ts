import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw, holds, untold } from '../define.ts';
import { excerpt } from '../excerpt.ts';
import { createMemory } from '../../retention/memory.ts';

const id = 'events/unique-message-id';
type Event = TrafficOf<'event'>;

/** Events: each has an identifier of its own, and a repeat keeps it. */
export const eventIds = definePosLaw({
  id: 'till/event-ids',
  covers: [id],
  start: ({ budget }) => {
    const known = createMemory<Event>(budget);
    /** By kind, what was refused for the moment and may come again. */
    const refused = createMemory<Event>(budget, { most: 100 });
    return {
      see(seen) {
        if (seen.kind !== 'event') return [];
        const first = refused.get(seen.messageKind);
        if (seen.status >= 500 && seen.unkept !== true) refused.set(seen.messageKind, seen);
        else refused.delete(seen.messageKind);
        const { messageId = '' } = seen;
        if (messageId === '') return [broken(id, nameless(seen))];
        if (seen.unkept === true) return [holds(id)];
        const before = known.get(messageId);
        if (before === undefined) known.set(messageId, seen);
        const finding =
          (before && !isSame(before, seen) ? usedTwice(before, seen) : undefined) ??
          (first && isRenamed(first, seen) ? renamed(first, seen) : undefined);
        return [finding === undefined ? holds(id) : broken(id, finding)];
      },
      end: () => [untold(id, 'no event was pushed', 'triggers.setLocation')],
    };
  },
});

/** What events are about; nothing forbids further members, such as how often it was tried. */
const members = ['open', 'effectiveAt', 'message', 'changes', 'listings', 'changeType', 'diff', 'reasonCode'];

const newsIn = ({ body }: Event): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => members.includes(name)))
    : body;

const isSame = (one: Event, other: Event): boolean =>
  one.messageKind === other.messageKind && isDeepStrictEqual(newsIn(one), newsIn(other));

/** Something else may have happened at the till in the meantime. */
const isRenamed = (first: Event, repeat: Event): boolean =>
  first.messageId !== undefined && first.messageId !== repeat.messageId && isSame(first, repeat);

const nameless = ({ messageKind, exchange }: Event): Finding => ({
  message:
    'An event carries no message identifier, so that a repeat of it cannot be recognised; the place of the identifier is not shown; it is looked for where platform.paths.events says.',
  expected: 'an identifier, by default in the header X-Message-Id',
  actual: `none with ${messageKind}`,
  exchanges: [exchange],
  cause: 'an event without an identifier',
});

const usedTwice = (first: Event, other: Event): Finding => ({
  message: 'Two different events carry the same message identifier, so the platform ignores the second one.',
  expected: 'an identifier of its own for each event',
  actual: `${JSON.stringify(first.messageId)} with ${first.messageKind} ${excerpt(first.body)} and with ${other.messageKind} ${excerpt(other.body)}`,
  exchanges: [first.exchange, other.exchange],
  cause: 'an identifier used twice',
});

const renamed = (first: Event, repeat: Event): Finding => ({
  message:
    'An event that was answered 503 was sent again under another message identifier; a repeat keeps its identifier, so that it counts once.',
  expected: `identifier ${JSON.stringify(first.messageId)}`,
  actual: `identifier ${JSON.stringify(repeat.messageId)}`,
  exchanges: [first.exchange, repeat.exchange],
  cause: 'a repeated event with another identifier',
});
