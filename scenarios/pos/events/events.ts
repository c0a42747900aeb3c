import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { type Answered, ask, type Unanswered } from '../../arrange/till/command-answer.ts';
import { notExercised, passed } from '../../outcome.ts';
import {
  borrowedEnds,
  checkTime,
  keptUntilOutcome,
  leftEnd,
  oddEnd,
  type OrderType,
  orderTypes,
  untouchedOutcome,
  wholeSeconds,
} from './optional-members.ts';
import {
  openedByItself,
  opensEachTime,
  createSaysOpposite,
  fullSync,
  menuWhileClosed,
  orderTypeChange,
  takenBefore,
} from './opens-by-itself.ts';
import { awaitEvent, type AwaitedEvent, type PushedEvent, locationChange } from '../../arrange/till/await-event.ts';
import type { PosTriggerInputs, PosWorld } from '../../context/pos.ts';

const covers = [
  'events/location-availability',
  'events/order-type-availability',
  'events/change-is-pushed',
  'events/unique-message-id',
  'listings/full-sync',
] as const;

interface World extends PosWorld<(typeof covers)[number]> {
  /** Kinds of events that were waited for in vain: what is not pushed is not waited for as long each time. */
  readonly missed: Set<string>;
  readonly saysOpposite: ReturnType<typeof createSaysOpposite>;
}

/** For an event like one that did not come. */
const onceMissedMs = 5_000;
/** For one to be sent again. */
const againMs = 5_000;

export default defineTillScenario({
  id: 'pos/events',
  title: 'What changes at the till is pushed, under an identifier of its own',
  // After all orders: a closed location takes none.
  phase: 'after',
  covers,
  provokes: ['events/unique-message-id'],
  async run(given) {
    const world = Object.create(given, {
      missed: { value: new Set() },
      saysOpposite: { value: createSaysOpposite(given) },
    }) as World;
    const canSet = world.triggers.has('setLocation');
    if (canSet) await moveLocation(world);
    else reportMissing(world, 'setLocation', ['events/location-availability', 'events/change-is-pushed']);
    if (world.triggers.has('setOrderType')) await moveOrderTypes(world);
    else reportMissing(world, 'setOrderType', ['events/order-type-availability', 'events/change-is-pushed']);
    if (canSet) await refuseOnce(world);
  },
});

const reportMissing = (world: World, name: string, ids: readonly (typeof covers)[number][]): void => {
  const outcome = notExercised(`triggers.${name} is not set, or manual with nobody to ask`, `triggers.${name}`);
  for (const id of ids) world.check(id, outcome);
};

/** Waits for the event of a change, less long once one of its kind did not come. */
const awaited = async <Name extends 'setLocation' | 'setOrderType'>(
  world: World,
  trigger: { readonly name: Name; readonly input: PosTriggerInputs[Name] },
  event: Parameters<typeof awaitEvent>[2],
): Promise<AwaitedEvent> => {
  const { missed, patienceMs } = world;
  const isMissed = missed.has(event.messageKind);
  const seen = await awaitEvent(world, trigger, {
    ...event,
    patienceMs: isMissed ? Math.min(onceMissedMs, patienceMs) : patienceMs,
  });
  if (seen.kind === 'missing') missed.add(event.messageKind);
  const ignored = seen.kind === 'pushed' ? await takenBefore(world, seen) : undefined;
  if (ignored) world.check('events/unique-message-id', ignored);
  return seen;
};

const setLocation = async (
  world: World,
  open: boolean,
  more: Omit<PosTriggerInputs['setLocation'], 'open'> = {},
): Promise<AwaitedEvent> => {
  const since = world.clock.now();
  const { trigger, event } = locationChange(open, more);
  const seen = await awaited(world, trigger, event);
  const opposite = world.saysOpposite(seen, since);
  if (opposite) world.check('events/location-availability', opposite);
  return seen;
};

/** Closed and open again. A till that was closed already has nothing to push at first, so then it is closed once more. */
const moveLocation = async (world: World): Promise<void> => {
  const menu = world.claims.listings ? await fullSync(world) : undefined;
  let closed = await setLocation(world, false);
  const answers = closed.kind === 'pushed' ? await askWhileClosed(world) : [];
  const unasked = closed.kind === 'pushed' ? await openedByItself(world, closed.event, 0) : undefined;
  let opened = await setLocation(world, true);
  const empty = menu && opened.kind === 'pushed' ? await menuWhileClosed(world, menu, answers) : undefined;
  if (empty) world.check('listings/full-sync', empty);
  if (closed.kind === 'missing' && opened.kind === 'pushed') {
    closed = await setLocation(world, false);
    opened = await setLocation(world, true);
  }
  for (const pushed of [closed, opened]) report(world, pushed, 'events/location-availability');
  if (unasked) await closeOnceMore(world, unasked);
  if (!world.triggers.has('setLocation', 'effectiveAt')) return;
  // From now on: a till that is told of a later time may well wait until then.
  const effectiveAt = wholeSeconds(world.clock.now());
  const closeDated = () => setLocation(world, false, { effectiveAt, reasonCode: 'TEMPORARILY_CLOSED' });
  let dated = await closeDated();
  // Whether it is the opposite that came, another time tells.
  if (dated.kind === 'missing' && dated.others.length > 0) dated = await closeDated();
  if (dated.kind === 'pushed') checkTime(world, dated.event, { member: 'effectiveAt', in: '', asked: effectiveAt });
  const reopened = await setLocation(world, true);
  if (dated.kind === 'pushed') report(world, reopened, 'events/location-availability');
};

const closeOnceMore = async (world: World, unasked: PushedEvent): Promise<void> => {
  const outcome = await opensEachTime(world, unasked, () => setLocation(world, false));
  await setLocation(world, true);
  if (outcome) world.check('events/location-availability', outcome);
};

/**
 * A closed location takes no new orders, but its integration is active, and bills of before may be paid. The poll under way
 * brings the first command; only the second tells whether the till goes on.
 */
const askWhileClosed = async (world: World): Promise<readonly (Answered | Unanswered)[]> => {
  const first = await ask(world, harmless(world));
  return first.kind === 'answered' ? [first, await ask(world, harmless(world))] : [first];
};

const report = (
  world: World,
  pushed: AwaitedEvent,
  body: 'events/location-availability' | 'events/order-type-availability',
): void => {
  world.check('events/change-is-pushed', pushed.kind === 'pushed' ? passed : pushed.outcome);
  if (pushed.kind === 'unmade') world.check(body, pushed.outcome);
};

const setOrderType = (world: World, ...change: Parameters<typeof orderTypeChange>): Promise<AwaitedEvent> => {
  const { trigger, event } = orderTypeChange(...change);
  return awaited(world, trigger, event);
};

type Move = (orderType: OrderType, state: 'ACCEPTING' | 'PAUSED') => Promise<AwaitedEvent>;

/** Sets order types one by one, each of which leaves the others as they were set and said to be before. */
const oneByOne = (world: World): Move => {
  const states = new Map<OrderType, string>();
  return async (orderType, state) => {
    const pushed = await setOrderType(world, orderType, state);
    const outcome = pushed.kind === 'pushed' ? untouchedOutcome(pushed.event, orderType, states) : undefined;
    if (outcome) world.check('events/order-type-availability', outcome);
    if (pushed.kind === 'pushed') states.set(orderType, state);
    else states.delete(orderType);
    return pushed;
  };
};

const moveOrderTypes = async (world: World): Promise<void> => {
  const claimed = orderTypes.filter((type) => world.claims[type]);
  const move = oneByOne(world);
  for (const type of world.effort === 'quick' ? claimed.slice(0, 1) : claimed) {
    const both = async () => [await move(type, 'PAUSED'), await move(type, 'ACCEPTING')] as const;
    let moved = await both();
    if (moved[0].kind === 'missing' && moved[1].kind === 'pushed') moved = await both();
    for (const pushed of moved) report(world, pushed, 'events/order-type-availability');
  }
  await pauseTogether(world, claimed, move);
  const [type, other] = claimed;
  if (type === undefined || !world.triggers.has('setOrderType', 'effectiveUntil')) return;
  const effectiveUntil = oddEnd(world.clock.now());
  const paused = await setOrderType(world, type, 'PAUSED', { effectiveUntil, reasonCode: 'KITCHEN_OVERLOADED' });
  const place = { member: 'effectiveUntil', in: 'changes', of: type, asked: effectiveUntil } as const;
  if (paused.kind === 'pushed') {
    checkTime(world, paused.event, place);
    if (other !== undefined) await pauseBeside(world, paused.event, [type, other], effectiveUntil);
  }
  const accepting = await setOrderType(world, type, 'ACCEPTING');
  const left =
    paused.kind === 'pushed' ? leftEnd(paused.event, accepting, { orderType: type, asked: effectiveUntil }) : undefined;
  if (left) world.check('events/order-type-availability', left);
  if (paused.kind === 'pushed') report(world, accepting, 'events/order-type-availability');
};

/** Another type is paused while one is for a while. */
const pauseBeside = async (
  world: World,
  paused: PushedEvent,
  [type, other]: readonly [OrderType, OrderType],
  effectiveUntil: string,
): Promise<void> => {
  const beside = await setOrderType(world, other, 'PAUSED');
  const outcome = beside.kind === 'pushed' ? keptUntilOutcome({ paused, later: beside.event }, type) : undefined;
  if (outcome) world.check('events/order-type-availability', outcome);
  const accepting = await setOrderType(world, other, 'ACCEPTING');
  for (const borrowed of borrowedEnds(paused, [beside, accepting], { orderType: other, asked: effectiveUntil }))
    world.check('events/order-type-availability', borrowed);
  if (beside.kind === 'pushed') report(world, accepting, 'events/order-type-availability');
};

/** One type is paused while another is not, and then while it is: the one that was not touched stays as it is. */
const pauseTogether = async (world: World, claimed: readonly OrderType[], move: Move): Promise<void> => {
  // The first is known to accept orders.
  const [other, one] = claimed;
  if (one === undefined || other === undefined) return;
  for (const [type, state] of [
    [one, 'PAUSED'],
    [other, 'PAUSED'],
    [one, 'ACCEPTING'],
    [other, 'ACCEPTING'],
  ] as const)
    report(world, await move(type, state), 'events/order-type-availability');
};

/** The first attempt is answered 503. Nobody has to try again, but who does has to say that it is the same event. */
const refuseOnce = async (world: World): Promise<void> => {
  const { till } = world;
  till.answerEvents('PosLocationAvailabilityChanged', [{ status: 503 }]);
  const first = await setLocation(world, false);
  if (first.kind === 'pushed')
    await till.next('event', {
      from: first.event.n + 1,
      matches: ({ messageKind }) => messageKind === first.event.messageKind,
      // One that comes later is looked at all the same.
      withinMs: againMs,
    });
  const opened = await setLocation(world, true);
  if (first.kind === 'pushed') report(world, opened, 'events/location-availability');
};
