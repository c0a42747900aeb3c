import type { CheckOutcome } from '#schemas';
import type { AwaitedEvent, PushedEvent } from '../../arrange/till/await-event.ts';
import { failed } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';

/** So soon after a change an event is that of the change, and not one of before that comes late. */
const soonMs = 5_000;

/**
 * PosLocationAvailabilityChanged: true is open for ordering, false closed. After a change comes, as after each before it, one event, and it
 * says the opposite of what was set; and so it is the next time. Somebody may open the location at the very moment it is closed, but
 * not twice; and where a change was not told of at all, what comes later may be its event. Told of every change in turn; undefined
 * where nothing is wrong.
 */
export const createSaysOpposite = ({ till }: Pick<PosWorld, 'till'>) => {
  let before: PushedEvent | undefined;
  let [isOwed, isTold] = [false, false];
  return (changed: AwaitedEvent, since: number): CheckOutcome | undefined => {
    if (changed.kind === 'pushed') before = undefined;
    if (changed.kind !== 'missing') return undefined;
    const isNew = ({ n, messageId }: PushedEvent): boolean =>
      messageId !== undefined &&
      till.traffic().every((one) => one.kind !== 'event' || one.n >= n || one.messageId !== messageId);
    const [event, ...more] = changed.others.filter(isNew);
    isOwed ||= event === undefined || more.length > 0;
    if (event === undefined || isOwed || event.at - since > soonMs) return undefined;
    const first = before;
    before = event;
    if (first === undefined || isTold) return undefined;
    isTold = true;
    return failed({
      message:
        'Each time that the location was opened or closed at the till, the event that came says the opposite, and none what was set; open is how the location is from then on.',
      expected: 'open as it was set',
      actual: 'the opposite, twice in a row',
      pointer: '/open',
      exchanges: [first.exchange, event.exchange],
      cause: 'the opposite of what was set',
    });
  };
};
