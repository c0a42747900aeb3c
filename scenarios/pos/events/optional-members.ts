import { type CheckOutcome, parseTimestamp } from '#schemas';
import type { AwaitedEvent, PushedEvent } from '../../arrange/till/await-event.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { readField, readOrderTypes } from '../../arrange/till/read-results.ts';
import { failed, passed, warned } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';

export const orderTypes = ['STATION', 'PICKUP', 'DELIVERY'] as const;
export type OrderType = (typeof orderTypes)[number];

/** A time that any till can write, whatever its clock shows. */
export const wholeSeconds = (epochMs: number): string =>
  new Date(Math.floor(epochMs / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** About half an hour from now, and no end that a till would think of by itself: it is no whole minute, and nobody pauses for 37. */
export const oddEnd = (epochMs: number): string =>
  wholeSeconds(Math.floor(epochMs / 60_000) * 60_000 + 37 * 60_000 + 17_000);

type World = PosWorld<'events/location-availability' | 'events/order-type-availability'>;

/** A time the till was told, and where it stands in an event if it comes. */
type Told =
  | { readonly member: 'effectiveAt'; readonly in: ''; readonly asked: string }
  | { readonly member: 'effectiveUntil'; readonly in: 'changes'; readonly of: OrderType; readonly asked: string };

/** A till may show minutes only, and put what is now a little later; what it must not do is mix up its time zones. */
const toleranceMs = 120_000;

export const checkTime = (world: World, { body, exchange }: PushedEvent, told: Told): void => {
  const changes = changesIn(body);
  const index = told.in === '' ? -1 : changes.findIndex((one) => readField(one, 'orderType') === told.of);
  const holder = told.in === '' ? body : changes[index];
  const said = readField(holder, told.member);
  const [wanted, came] = [told.asked, said].map(msOf);
  // It is optional, and one that cannot be read is judged with the body.
  if (wanted === undefined || came === undefined) return;
  world.check(
    told.in === '' ? 'events/location-availability' : 'events/order-type-availability',
    Math.abs(came - wanted) <= toleranceMs
      ? passed
      : failed({
          message: `The ${told.member} of an event is ${apart(came - wanted)} than the time that was set at the till. Write the same instant: in UTC with Z, or with its offset.`,
          expected: told.asked,
          actual: String(said),
          pointer: told.in === '' ? '/effectiveAt' : `/changes/${index}/effectiveUntil`,
          exchanges: [exchange],
          cause: `another ${told.member}`,
        }),
  );
};

const apart = (milliseconds: number): string =>
  `${Math.round(Math.abs(milliseconds) / 60_000)} minutes ${milliseconds < 0 ? 'earlier' : 'later'}`;

const changesIn = (body: unknown): readonly unknown[] => {
  const changes = readField(body, 'changes');
  return Array.isArray(changes) ? changes : [];
};

/**
 * Only listed order types change, so one that is listed with another state than it has would change. To list one as it is
 * changes nothing.
 */
export const untouchedOutcome = (
  { body, exchange }: PushedEvent,
  touched: OrderType,
  states: ReadonlyMap<OrderType, string>,
): CheckOutcome | undefined => {
  const others = readOrderTypes(body).flatMap(({ orderType, state }) => {
    const known = orderTypes.find((type) => type === orderType && type !== touched);
    const was = known && states.get(known);
    return was === undefined ? [] : [{ orderType, state, was }];
  });
  const wrong = others.find(({ state, was }) => state !== was);
  if (wrong === undefined) return undefined;
  return failed({
    expected: `${touched} alone`,
    actual: `${excerpt(wrong.orderType)} listed as ${excerpt(wrong.state)}, although it is ${wrong.was}`,
    exchanges: [exchange],
    cause: 'another order type changed',
  });
};

/**
 * PosOrderTypeAvailabilityChanged: without effectiveUntil a state stays until changed, so one listed without its end loses it. A till may
 * mean just that.
 */
export const keptUntilOutcome = (
  { paused, later }: { readonly paused: PushedEvent; readonly later: PushedEvent },
  orderType: OrderType,
): CheckOutcome | undefined => {
  const [before, now] = [paused, later].map(({ body }) =>
    changesIn(body).find((one) => readField(one, 'orderType') === orderType),
  );
  const until = untilIn(before);
  if (until === undefined || readField(now, 'state') !== 'PAUSED') return undefined;
  const end = untilIn(now);
  if (end !== undefined && Math.abs(end - until) <= toleranceMs) return passed;
  return warned(
    {
      expected: `${orderType} not listed, or with effectiveUntil ${excerpt(readField(before, 'effectiveUntil'))}`,
      actual: excerpt(now),
      exchanges: [paused.exchange, later.exchange],
      cause: 'the end of another pause lost',
    },
    'the till may mean just that',
  );
};

/** The end of a pause, as it was set at the till for a type. */
interface SetEnd {
  readonly orderType: OrderType;
  readonly asked: string;
}

/** A later event in which a type has that very end, and whether it accepts orders there. */
const withEnd = (paused: PushedEvent, { body, exchange }: PushedEvent, { orderType, asked }: SetEnd) => {
  const change = changesIn(body).find((one) => readField(one, 'orderType') === orderType);
  const until = untilIn(change);
  if (until === undefined || until !== parseTimestamp(asked)?.epochMs) return undefined;
  const shown = { expected: `${orderType} without effectiveUntil ${asked}`, actual: excerpt(change) };
  return {
    shown: { ...shown, exchanges: [paused.exchange, exchange] },
    isAccepting: readField(change, 'state') === 'ACCEPTING',
  };
};

/**
 * PosOrderTypeAvailabilityChanged: the end of a pause is that of the type it was set for. A till may have an end of its own for another
 * type, but not to the second the same. It may have one end for all its pauses; what accepts orders again does not end with them.
 */
export const borrowedEnds = (
  paused: PushedEvent,
  later: readonly AwaitedEvent[],
  other: SetEnd,
): readonly CheckOutcome[] =>
  later.flatMap((seen) => {
    const { shown, isAccepting } = (seen.kind === 'pushed' && withEnd(paused, seen.event, other)) || {};
    if (shown === undefined) return [];
    const borrowed = { ...shown, cause: 'the end of another pause borrowed' };
    return isAccepting ? failed(borrowed) : warned(borrowed, 'a till may have one end for all that is paused');
  });

/** The same of the type itself, once it accepts orders again: the end is over with its pause. A till may say it all the same. */
export const leftEnd = (paused: PushedEvent, later: AwaitedEvent, set: SetEnd): CheckOutcome | undefined => {
  const { shown, isAccepting } = (later.kind === 'pushed' && withEnd(paused, later.event, set)) || {};
  return shown && isAccepting
    ? warned({ ...shown, cause: 'the end of a pause left after it' }, 'the member is not ruled out there')
    : undefined;
};

const msOf = (time: unknown): number | undefined =>
  typeof time === 'string' ? parseTimestamp(time)?.epochMs : undefined;

const untilIn = (change: unknown): number | undefined => msOf(readField(change, 'effectiveUntil'));
