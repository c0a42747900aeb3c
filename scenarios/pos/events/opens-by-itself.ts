import type { CheckOutcome } from '#schemas';
import type { AwaitedEvent, PushedEvent, awaitEvent } from '../../arrange/till/await-event.ts';
import { readField, readOpen, readListings, readOrderTypes } from '../../arrange/till/read-results.ts';
import { failed } from '../../outcome.ts';
import type { PosWorld, PosTriggerInputs } from '../../context/pos.ts';
import { type Answered, ask, type CommandWorld, type Unanswered } from '../../arrange/till/command-answer.ts';
import { listingsSync } from '../../arrange/till/commands.ts';
import { type OrderType, orderTypes } from './optional-members.ts';
import { isAccepted } from '#traffic/laws';

/** For one that says at once that it is open again. */
const atOnceMs = 5_000;

const isNewTo =
  (till: PosWorld<never>['till']) =>
  ({ n, messageId }: PushedEvent): boolean =>
    messageId !== undefined &&
    till.traffic().every((one) => one.kind !== 'event' || one.n >= n || one.messageId !== messageId);

/**
 * An event after that of the closing that says that the location is open, before anybody set it so. One that is sent again is older, and
 * one with an effectiveAt may tell when it opens.
 */
export const openedByItself = async (
  { till }: PosWorld<never>,
  closed: PushedEvent,
  withinMs: number,
): Promise<PushedEvent | undefined> => {
  const opens = (seen: PushedEvent): boolean =>
    seen.messageKind === closed.messageKind &&
    readOpen(seen.body) === true &&
    readField(seen.body, 'effectiveAt') === undefined &&
    isNewTo(till)(seen);
  return await till.next('event', { from: closed.n + 1, matches: opens, withinMs });
};

/**
 * PosLocationAvailabilityChanged: true is open for ordering, and a closed location stays closed until the POS opens it again. Somebody at
 * the till may have done so, but not each time as soon as it was closed. Undefined where nothing is wrong.
 */
export const opensEachTime = async (
  world: PosWorld<never>,
  first: PushedEvent,
  close: () => Promise<AwaitedEvent>,
): Promise<CheckOutcome | undefined> => {
  const closed = await close();
  const then = closed.kind === 'pushed' ? await openedByItself(world, closed.event, atOnceMs) : undefined;
  if (closed.kind !== 'pushed' || then === undefined) return undefined;
  return failed({
    expected: 'nothing after open false until it is opened',
    actual: `open true, ${then.at - closed.event.at} ms after open false`,
    exchanges: [first.exchange, closed.event.exchange, then.exchange],
    cause: 'open again right after it was closed',
  });
};

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
    const [event, ...more] = changed.others.filter(isNewTo(till));
    isOwed ||= event === undefined || more.length > 0;
    if (event === undefined || isOwed || event.at - since > soonMs) return undefined;
    const first = before;
    before = event;
    if (first === undefined || isTold) return undefined;
    isTold = true;
    return failed({
      expected: 'open as it was set',
      actual: 'the opposite, twice in a row',
      exchanges: [first.exchange, event.exchange],
      cause: 'the opposite of what was set',
    });
  };
};

/** The answer to a full sync. */
type Full = Answered | Unanswered;

export const fullSync = (world: CommandWorld): Promise<Full> => ask(world, listingsSync());

/**
 * Menu sync: null asks for all listings, and nothing says that a closed location has none: it takes no orders, and may open
 * for the next platform that begins by it. Asked again only where all of them were empty. Undefined where nothing is wrong.
 */
export const menuWhileClosed = async (
  world: CommandWorld,
  before: Full,
  closed: readonly Full[],
): Promise<CheckOutcome | undefined> => {
  const [first, ...others] = closed.flatMap((full) => (full.kind === 'answered' && countOf(full) === 0 ? [full] : []));
  // One that is empty may be cleared and filled again by somebody.
  if (first === undefined || others.length + 1 < closed.length || !hasSome(before)) return undefined;
  const after = await fullSync(world);
  if (!hasSome(after)) return undefined;
  return failed({
    expected: `listings, such as the ${countOf(after) ?? 0} of just after it opened`,
    actual: 'listings: []',
    exchanges: [before.exchange, first.exchange, ...others.map(({ exchange }) => exchange), after.exchange],
    cause: 'no listings while closed',
  });
};

const countOf = ({ body }: Answered): number | undefined => readListings(body).listings?.length;

const hasSome = (full: Full): full is Answered => full.kind === 'answered' && (countOf(full) ?? 0) > 0;

type Input = PosTriggerInputs['setOrderType'];

/** Pauses an order type or accepts it again, and the event that tells of it. */
export const orderTypeChange = (
  orderType: OrderType,
  state: 'ACCEPTING' | 'PAUSED',
  more: Pick<Input, 'reasonCode' | 'effectiveUntil'> = {},
): {
  readonly trigger: { readonly name: 'setOrderType'; readonly input: Input };
  readonly event: Parameters<typeof awaitEvent>[2];
} => ({
  trigger: { name: 'setOrderType', input: { ...more, orderType, state } },
  event: {
    messageKind: 'PosOrderTypeAvailabilityChanged',
    what: `${orderType} orders are ${state}`,
    says: (body) => {
      const changes = readOrderTypes(body);
      if (changes.some((one) => one.orderType === orderType && one.state === state)) return 'so';
      const isEmpty = Array.isArray(readField(body, 'changes')) && changes.length === 0;
      return isEmpty || (changes.length > 0 && changes.every(isReadable)) ? 'otherwise' : 'unreadable';
    },
  },
});

const isReadable = ({ orderType, state }: ReturnType<typeof readOrderTypes>[number]): boolean =>
  orderTypes.some((known) => known === orderType) && (state === 'ACCEPTING' || state === 'PAUSED');

/** A till that says again what was taken long ago says what is new as well. */
const newMs = 2_000;

/**
 * Events: a repeat is recognised by its identifier, so that the platform ignores a change that comes under one it has taken before,
 * however like the two are. Undefined where this one is new.
 */
export const takenBefore = async (
  { till }: Pick<PosWorld, 'till'>,
  { event, from }: AwaitedEvent & { readonly kind: 'pushed' },
): Promise<CheckOutcome | undefined> => {
  const { messageId, messageKind } = event;
  const before = till
    .traffic()
    .find((seen) => seen.kind === 'event' && seen.n < from && seen.messageId === messageId && isAccepted(seen));
  if (messageId === undefined || before?.kind !== 'event') return undefined;
  const isNew = (seen: typeof event): boolean => seen.messageKind === messageKind && seen.messageId !== messageId;
  if (await till.next('event', { from, matches: isNew, withinMs: newMs })) return undefined;
  return failed({
    expected: 'an identifier of its own for each event',
    actual: `${JSON.stringify(messageId)} again with ${messageKind}`,
    exchanges: [before.exchange, event.exchange],
    cause: 'a new change under an identifier taken before',
  });
};
