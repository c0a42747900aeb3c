import { type CheckOutcome, parseTimestamp } from '#schemas';
import type { PushedEvent } from '../../arrange/till/await-event.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { readField, readOrderTypes } from '../../arrange/till/read-results.ts';
import { failed, passed, warned } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';

export const orderTypes = ['STATION', 'PICKUP', 'DELIVERY'] as const;
export type OrderType = (typeof orderTypes)[number];

/** A time that any till can write, whatever its clock shows. */
export const wholeSeconds = (epochMs: number): string =>
  new Date(Math.floor(epochMs / 1000) * 1000).toISOString().replace('.000Z', 'Z');

type World = PosWorld<'events/location-availability' | 'events/order-type-availability'>;

/** A time the till was told, and where it stands in an event if it comes. */
type Told =
  | { readonly member: 'effectiveAt'; readonly in: ''; readonly asked: string }
  | { readonly member: 'effectiveUntil'; readonly in: 'changes'; readonly of: OrderType; readonly asked: string };

/** A till may show minutes only, and put what is now a little later; what it must not do is mix up its time zones. */
const toleranceMs = 120_000;

export const checkTime = (world: World, { body, exchange }: PushedEvent, told: Told): void => {
  const holder = told.in === '' ? body : changesIn(body).find((one) => readField(one, 'orderType') === told.of);
  const said = readField(holder, told.member);
  const [wanted, came] = [told.asked, said].map((time) =>
    typeof time === 'string' ? parseTimestamp(time)?.epochMs : undefined,
  );
  // It is optional, and one that cannot be read is judged with the body.
  if (wanted === undefined || came === undefined) return;
  world.check(
    told.in === '' ? 'events/location-availability' : 'events/order-type-availability',
    Math.abs(came - wanted) <= toleranceMs
      ? passed
      : failed({
          message: `The ${told.member} of an event is another time than the one that was set at the till; write the instant, with its offset from UTC.`,
          expected: told.asked,
          actual: String(said),
          pointer: told.in === '' ? '/effectiveAt' : '/changes',
          exchanges: [exchange],
          cause: `another ${told.member}`,
        }),
  );
};

const changesIn = (body: unknown): readonly unknown[] => {
  const changes = readField(body, 'changes');
  return Array.isArray(changes) ? changes : [];
};

/** Only listed order types change, so one that is listed with another state than it has would change. */
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
  const finding = {
    expected: `${touched} alone`,
    pointer: '/changes',
    exchanges: [exchange],
  };
  const wrong = others.find(({ state, was }) => state !== was);
  if (wrong)
    return failed({
      ...finding,
      message:
        'An event about one order type lists another with a state it does not have, which would change it; list only what changed.',
      actual: `${excerpt(wrong.orderType)} listed as ${excerpt(wrong.state)}, although it is ${wrong.was}`,
      cause: 'another order type changed',
    });
  if (others.length === 0) return undefined;
  return warned({
    ...finding,
    message:
      'An event about one order type lists others that stay as they are; omitted ones stay so, list only what changed.',
    actual: excerpt(others.map(({ orderType }) => orderType)),
    cause: 'an unchanged order type listed',
  });
};
