import type { Finding, Judgement } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { definePosLaw, warned } from '../define.ts';
import { isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';

const id = 'events/location-availability';

/** That a location opened or closed, and when that was said first. */
interface Said {
  readonly messageId: string;
  readonly open: boolean;
  readonly at: number;
  readonly n: number;
  readonly exchange: number;
}

/** Changes that are so close to each other a till may push at once, in whatever order they happened. */
const atOnceMs = 1_000;
/** So long a till has to say how it is. */
const mendedWithinMs = 10_000;

/**
 * States and transitions: a location is as the event that was received last says, where that names no time of its own, until the till
 * says otherwise. One that was refused for the moment is repeated, under its identifier, after the next one was taken, which said the
 * opposite, and nothing follows: platform and till disagree from then on. How often, and in which order, what was refused is
 * repeated is not shown, so that it is a warning.
 */
export const repeatedLate = definePosLaw({
  id: 'events/repeated-late',
  covers: [id],
  start: sinceActivation([], ({ budget }) => {
    const refused = createMemory<Said>(budget);
    const taken = createMemory<true>(budget);
    let last: Said | undefined;
    let late: { readonly at: number; readonly finding: Finding } | undefined;
    const say = (until: number): readonly Judgement[] => {
      if (late === undefined || late.at > until) return [];
      const { finding } = late;
      late = undefined;
      return [warned(id, finding, 'how often, and in which order, a refused event is repeated is not shown')];
    };
    const take = (said: Said): void => {
      const first = refused.get(said.messageId);
      const isRepeat = first?.open === said.open && !taken.has(said.messageId) && !taken.hasForgotten();
      const isNewer = first !== undefined && last !== undefined && last.at - first.at > atOnceMs;
      late =
        isRepeat && isNewer && last !== undefined && last.open !== said.open
          ? { at: said.at, finding: former(first, last, said) }
          : undefined;
      last = said;
      taken.set(said.messageId, true);
    };
    return {
      see(seen) {
        if (!isLocation(seen)) return [];
        const told = say(seen.at - mendedWithinMs);
        const said = saidIn(seen);
        if (seen.status >= 500 && said !== undefined && !refused.has(said.messageId)) refused.set(said.messageId, said);
        if (isAccepted(seen) && said !== undefined) take(said);
        else if (isAccepted(seen)) last = late = undefined;
        return told;
      },
      at: (now) => say(now - mendedWithinMs),
      end: (now) => say(now - mendedWithinMs),
    };
  }),
});

const isLocation = (seen: TillTraffic): seen is TrafficOf<'event'> =>
  seen.kind === 'event' && seen.messageKind === 'PosLocationAvailabilityChanged';

/** Undefined where it is not for the moment that it is received. */
const saidIn = ({ body, messageId, unkept, at, n, exchange }: TrafficOf<'event'>): Said | undefined => {
  const { open, effectiveAt } = Object(body);
  if (unkept === true || messageId === undefined || typeof open !== 'boolean' || effectiveAt !== undefined)
    return undefined;
  return { messageId, open, at, n, exchange };
};

const nameOf = (open: boolean): string => (open ? 'open' : 'closed');

const former = (first: Said, newer: Said, { open, exchange }: Said): Finding => ({
  message: `An event that was answered 5xx was sent again after a newer one of the same location had been taken, so that for the platform the location is ${nameOf(open)} until the till says otherwise; drop what is out of date, or say how it is once more.`,
  expected: `open ${newer.open} as the last that is said`,
  actual: `open ${open}, as before that`,
  pointer: '/open',
  exchanges: [first.exchange, newer.exchange, exchange],
  cause: 'a former state repeated after the newer one',
});
