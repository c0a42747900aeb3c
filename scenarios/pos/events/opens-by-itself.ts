import type { CheckOutcome } from '#schemas';
import type { AwaitedEvent, PushedEvent } from '../../arrange/till/await-event.ts';
import { readField, readOpen } from '../../arrange/till/read-results.ts';
import { failed } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';

type World = PosWorld<never>;

/** For one that says at once that it is open again. */
const atOnceMs = 5_000;

/**
 * An event after that of the closing that says that the location is open, before anybody set it so. One that is sent again is older, and
 * one with an effectiveAt may tell when it opens.
 */
export const openedByItself = async (
  { till }: World,
  closed: PushedEvent,
  withinMs: number,
): Promise<PushedEvent | undefined> => {
  const isNew = ({ n, messageId }: PushedEvent): boolean =>
    messageId !== undefined &&
    till.traffic().every((one) => one.kind !== 'event' || one.n >= n || one.messageId !== messageId);
  const opens = (seen: PushedEvent): boolean =>
    seen.messageKind === closed.messageKind &&
    readOpen(seen.body) === true &&
    readField(seen.body, 'effectiveAt') === undefined &&
    isNew(seen);
  return await till.next('event', { from: closed.n + 1, matches: opens, withinMs });
};

/**
 * PosLocationAvailabilityChanged: true is open for ordering, and a closed location stays closed until the POS opens it again. Somebody at
 * the till may have done so, but not each time as soon as it was closed. Undefined where nothing is wrong.
 */
export const opensEachTime = async (
  world: World,
  first: PushedEvent,
  close: () => Promise<AwaitedEvent>,
): Promise<CheckOutcome | undefined> => {
  const closed = await close();
  const then = closed.kind === 'pushed' ? await openedByItself(world, closed.event, atOnceMs) : undefined;
  if (closed.kind !== 'pushed' || then === undefined) return undefined;
  return failed({
    message:
      'Each time that the location was closed at the till, an event right after that of the closing says that it is open, though nobody opened it; push only what changes.',
    expected: 'nothing after open false until it is opened',
    actual: `open true, ${then.at - closed.event.at} ms after open false`,
    pointer: '/open',
    exchanges: [first.exchange, closed.event.exchange, then.exchange],
    cause: 'open again right after it was closed',
  });
};
