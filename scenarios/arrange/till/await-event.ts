import type { CheckOutcome, EventKind } from '#schemas';
import { failed, notExercised } from '../../outcome.ts';
import type { PosTriggerInputs, PosWorld, TrafficOf } from '../../context/pos.ts';
import { readOpen } from './read-results.ts';

export type PushedEvent = TrafficOf<'event'>;

/** What came of a change made at the till. */
export type AwaitedEvent =
  | { readonly kind: 'pushed'; readonly event: PushedEvent; readonly from: number }
  /** The change was made, and no event tells of it. */
  | {
      readonly kind: 'missing';
      readonly outcome: CheckOutcome;
      /** Events of this kind that did come. */
      readonly others: readonly PushedEvent[];
      readonly from: number;
    }
  /** The change could not be made. */
  | { readonly kind: 'unmade'; readonly outcome: CheckOutcome };

/** Whether an event tells of the change; one that cannot be read is judged for the requirement of its body. */
export type Said = 'so' | 'otherwise' | 'unreadable';

/** What went to a path that names the event, and is none of one, was the event. */
const afterStrayMs = 1_000;

/** Makes a change at the till and waits for the event that tells of it. */
export const awaitEvent = async <Name extends keyof PosTriggerInputs>(
  world: PosWorld<never>,
  trigger: { readonly name: Name; readonly input: PosTriggerInputs[Name] },
  event: {
    readonly messageKind: EventKind;
    readonly what: string;
    says(body: unknown): Said;
    /** Default: the patience of the run. */
    readonly patienceMs?: number | undefined;
  },
): Promise<AwaitedEvent> => {
  const { till } = world;
  const { patienceMs = world.patienceMs } = event;
  const from = till.mark();
  const isTold = ({ messageKind, body }: PushedEvent): boolean =>
    messageKind === event.messageKind && event.says(body) === 'so';
  const pushed = (withinMs: number) => till.next('event', { from, matches: isTold, withinMs });
  const fired = await world.triggers.fire(trigger.name, trigger.input, pushed);
  if (fired.kind === 'unavailable') return { kind: 'unmade', outcome: notExercised(fired.reason, fired.unlock) };
  // Without a claim to push there is nothing to wait for.
  const seen = world.claims.events
    ? await toldOrAstray(world, event.messageKind, isTold, { from, withinMs: patienceMs })
    : await pushed(0);
  if (seen) return { kind: 'pushed', event: seen, from };
  const since = till.traffic().filter(({ n }) => n >= from);
  const others = since.filter(
    (one): one is PushedEvent => one.kind === 'event' && one.messageKind === event.messageKind,
  );
  // The path of an event is an assumption, unless one of its kind came there before.
  const isKnown = till.traffic().some((one) => one.kind === 'event' && one.messageKind === event.messageKind);
  const stray = isKnown ? undefined : since.find((one) => one.kind === 'unknown-path');
  const unread = others.find(({ body }) => event.says(body) === 'unreadable');
  if (unread) {
    const outcome = notExercised(`a ${event.messageKind} arrived, but perhaps of another change`);
    return { kind: 'missing', outcome, others: [], from };
  }
  const outcome =
    stray !== undefined
      ? notExercised(
          `the change may have been pushed to ${stray.path}, which is not the path of an event`,
          'platform.paths.events',
        )
      : failed({
          message: `A change at the till was not pushed; send ${event.messageKind} when ${event.what}.`,
          expected: `${event.messageKind} within ${patienceMs / 1000} s of the change: ${event.what}`,
          actual: others.length > 0 ? `only ${others.length} that do not say so` : 'no such event',
          exchanges: others.map(({ exchange }) => exchange).slice(0, 3),
          cause: `no ${event.messageKind}: ${event.what}`,
        });
  return { kind: 'missing', outcome, others, from };
};

/** Waits for the event, and not much longer once it went where its name is written in other letters. */
const toldOrAstray = async (
  { till }: PosWorld<never>,
  messageKind: EventKind,
  isTold: (seen: PushedEvent) => boolean,
  options: { readonly from: number; readonly withinMs: number },
): Promise<PushedEvent | undefined> => {
  const names = (text: string): boolean => lettersOf(text).includes(lettersOf(messageKind));
  const isNamed = (seen: PushedEvent): boolean => seen.messageKind !== messageKind && names(seen.messageKind);
  const first = await Promise.race([
    till.next('event', { ...options, matches: (seen) => isTold(seen) || isNamed(seen) }),
    till.next('unknown-path', { ...options, matches: ({ path }) => names(path) }),
  ]);
  if (first === undefined || (first.kind === 'event' && isTold(first))) return first;
  return await till.next('event', { from: options.from, matches: isTold, withinMs: afterStrayMs });
};

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** Opens or closes the location, and the event that tells of it. */
export const locationChange = (
  open: boolean,
  more: Omit<PosTriggerInputs['setLocation'], 'open'> = {},
): {
  readonly trigger: { readonly name: 'setLocation'; readonly input: PosTriggerInputs['setLocation'] };
  readonly event: Parameters<typeof awaitEvent>[2];
} => ({
  trigger: { name: 'setLocation', input: { ...more, open } },
  event: {
    messageKind: 'PosLocationAvailabilityChanged',
    what: `the location is ${open ? 'opened' : 'closed'}`,
    says: (body) => (readOpen(body) === open ? 'so' : readOpen(body) === !open ? 'otherwise' : 'unreadable'),
  },
});
