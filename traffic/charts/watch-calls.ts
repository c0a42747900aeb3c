import type { ExchangeSummary } from '#schemas';
import type { HealthReport } from './health-line.ts';
import { longestHoldBackMs, queueLanes } from './queue-lanes.ts';
import type { QueueMoment } from './queue-messages.ts';
import type { Chart } from './figure.ts';
import type { Timed } from './response-times.ts';

type ReceiverFacts = 'id' | 'at' | 'durationMs' | 'direction' | 'call' | 'operation' | 'status';
type ToldOfMessages = 'messageId' | 'messageKind' | 'groupId' | 'queuedAt' | 'messages';

/** A call as lists show it, with what charts are drawn from. */
export interface SeenCall extends Pick<ExchangeSummary, ReceiverFacts | ToldOfMessages> {
  /** Location, shop or scenario. */
  readonly place?: string | undefined;
  /** Of a health report whose body is at hand. */
  readonly healthy?: boolean;
}

export interface WatchOptions {
  /** The table of calls, of which some have a limit. */
  readonly calls: Readonly<Record<string, object>>;
  readonly visibilityMs: number;
}

/** What of all calls goes into charts, gathered one by one. */
export type WatchedCalls = ReturnType<typeof watchCalls>;

export const watchCalls = ({ calls, visibilityMs }: WatchOptions) => {
  const answers: Timed[] = [];
  const results: Timed[] = [];
  const reports: HealthReport[] = [];
  const moments = new Map<string, QueueMoment[]>();
  const deliveredAt = new Map<string, number>();

  const tell = (place: string, told: readonly QueueMoment[]): void => {
    if (told.length === 0) return;
    const known = moments.get(place) ?? [];
    moments.set(place, known);
    known.push(...told);
  };

  const see = (seen: SeenCall): void => {
    const { id: exchange, at, durationMs, direction, call, operation, status, place = '' } = seen;
    const answeredAt = at + durationMs;
    const isRefused = status === undefined || status >= 300;
    if (direction === 'sent') {
      // What was given up says how long we waited.
      if (status === undefined) return;
      const limitMs = limitIn(Object.hasOwn(calls, call) ? calls[call] : undefined);
      answers.push({ name: operation, durationMs, exchange, ...(limitMs !== undefined && { limitMs }) });
    } else if (call === 'health') {
      reports.push({ place: place === '' ? 'the till' : place, at, exchange, state: healthOf(seen) });
    } else if (call === 'callback') {
      const { messageId: message = '' } = seen;
      tell(place, [{ at: answeredAt, message, what: isRefused ? 'refused' : 'answered', exchange }]);
      const from = isRefused ? undefined : deliveredAt.get(message);
      if (from === undefined) return;
      deliveredAt.delete(message);
      results.push({ name: operation, durationMs: Math.max(0, at - from), limitMs: visibilityMs, exchange });
    } else if (isRefused) {
      // Nothing was handed over, and nothing taken away.
    } else if (call === 'receiveMessage') {
      for (const { messageId } of messagesIn(seen)) deliveredAt.set(messageId, answeredAt);
      tell(place, messagesIn(seen).flatMap(deliveryOf(answeredAt, exchange)));
    } else if (call === 'deleteMessage' || call === 'deleteMessageBatch') {
      tell(
        place,
        messagesIn(seen).map(({ messageId: message }) => ({ at: answeredAt, message, what: 'deleted', exchange })),
      );
    }
  };
  return { see, answers, results, reports /** By place. */, moments };
};

const limitIn = (call: object | undefined): number | undefined =>
  call !== undefined && 'withinMs' in call && typeof call.withinMs === 'number' ? call.withinMs : undefined;

const healthOf = ({ status = 500, healthy }: SeenCall): HealthReport['state'] => {
  if (status >= 300) return 'refused';
  return healthy === undefined ? 'told' : healthy ? 'healthy' : 'unhealthy';
};

type Message = NonNullable<ExchangeSummary['messages']>[number];

const messagesIn = ({ messages, messageId, ...one }: SeenCall): readonly Message[] =>
  messages ?? (messageId === undefined ? [] : [{ messageId, ...one }]);

/** With the moment since which it was waiting, where that is known. */
const deliveryOf =
  (at: number, exchange: number) =>
  ({ messageId: message, messageKind, groupId, queuedAt }: Message): readonly QueueMoment[] => {
    const group = groupId === undefined || groupId === '' ? {} : { group: groupId };
    return [
      ...(queuedAt === undefined ? [] : [{ at: queuedAt, message, what: 'sent' as const, ...group }]),
      {
        at,
        message,
        what: 'received',
        exchange,
        ...group,
        ...(messageKind !== undefined && { name: messageKind }),
      },
    ];
  };

// What shows most; a run has dozens of scenarios.
const mostQueues = 3;
const mostGroups = 4;

/** The queues in which something was held back, the longest first; then those in which most of one group came after each other. */
export const busiestQueues = (
  moments: WatchedCalls['moments'],
  visibilityMs: number,
  titleOf: (place: string) => string,
): readonly Chart[] =>
  [...moments]
    .map(([place, those]) => {
      const ids = Map.groupBy(those, ({ group }) => group ?? '');
      ids.delete('');
      const sizes = [...ids.values()].map((group) => new Set(group.map(({ message }) => message)).size);
      return { place, those, busiest: Math.max(0, ...sizes) };
    })
    .filter(({ busiest }) => busiest > 1)
    .map((queue) => ({ ...queue, heldMs: longestHoldBackMs(queue.those, { mostGroups, visibilityMs }) }))
    .toSorted((one, other) => other.heldMs - one.heldMs || other.busiest - one.busiest)
    .slice(0, mostQueues)
    .flatMap(({ place, those }) => queueLanes(those, { title: titleOf(place), mostGroups, visibilityMs }) ?? []);
