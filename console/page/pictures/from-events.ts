import type { ExchangeSummary, StreamEvent } from '#schemas';
import { calls } from '#schemas/calls.ts';
import { visibilityMs } from '#schemas/commands.ts';
import {
  healthOverTime,
  type HealthReport,
  type Picture,
  queueLanes,
  type QueueMoment,
  responseTimes,
  type Timed,
} from '#traffic/pictures';

/** What happened shows better in a picture: how long answers took, when health was reported, what the queues held back. */
export const picturesOf = (events: readonly StreamEvent[], now: number | undefined): readonly Picture[] =>
  [
    responseTimes('How fast shops answer', answersIn(events)),
    responseTimes('From delivery to result', resultsIn(events), 'redelivery'),
    healthOverTime(reportsIn(events)),
    queueLanes(momentsIn(events), { title: 'Queue groups', ...(now !== undefined && { until: now }) }),
  ].filter((picture) => picture !== undefined);

const answersIn = (events: readonly StreamEvent[]): readonly Timed[] =>
  events.flatMap((event): readonly Timed[] => {
    // What was given up says how long we waited.
    if (event.kind !== 'exchange' || event.direction !== 'sent' || event.status === undefined) return [];
    const { operation, durationMs, id } = event;
    const limitMs = limits[event.call];
    return [{ name: operation, durationMs, exchange: id, ...(limitMs !== undefined && { limitMs }) }];
  });

const limits: Readonly<Record<string, number | undefined>> = Object.fromEntries(
  Object.entries(calls).map(([name, call]) => [name, 'withinMs' in call ? call.withinMs : undefined]),
);

const resultsIn = (events: readonly StreamEvent[]): readonly Timed[] => {
  const deliveredAt = new Map<string, number>();
  return events.flatMap((event): readonly Timed[] => {
    if (event.kind !== 'exchange') return [];
    const { call, at, durationMs, messageId = '', status = 500, operation, id } = event;
    if (call === 'receiveMessage') for (const one of receivedIn(event)) deliveredAt.set(one.messageId, at + durationMs);
    const from = call === 'callback' && status < 300 ? deliveredAt.get(messageId) : undefined;
    if (from === undefined) return [];
    deliveredAt.delete(messageId);
    return [{ name: operation, durationMs: Math.max(0, at - from), limitMs: visibilityMs, exchange: id }];
  });
};

type Received = NonNullable<ExchangeSummary['messages']>;

const receivedIn = ({ messages, messageId, messageKind, groupId }: ExchangeSummary): Received =>
  messages ??
  (messageId === undefined
    ? []
    : [{ messageId, ...(messageKind !== undefined && { messageKind }), ...(groupId !== undefined && { groupId }) }]);

/** The platform tells what each said; of a run only the calls are told. */
export const reportsIn = (events: readonly StreamEvent[]): readonly HealthReport[] => {
  const told = events.flatMap((event): readonly HealthReport[] => {
    if (event.kind !== 'health') return [];
    const { integrationProfileId: place, at, status, body } = event;
    const state = status >= 300 ? 'refused' : Object(body).healthy === true ? 'healthy' : 'unhealthy';
    return [{ place, at, state }];
  });
  if (told.length > 0) return told;
  return events.flatMap((event): readonly HealthReport[] => {
    if (event.kind !== 'exchange' || event.call !== 'health') return [];
    const { at, id, status = 500, integrationProfileId: place = 'the till' } = event;
    return [{ place, at, exchange: id, state: status >= 300 ? 'refused' : 'told' }];
  });
};

/** What the queue itself tells, which knows when each was queued; of a run what its till received and deleted. */
export const momentsIn = (events: readonly StreamEvent[]): readonly QueueMoment[] => {
  const told = events.flatMap((event): readonly QueueMoment[] => {
    const { at } = event;
    if (event.kind === 'command') {
      const { sqsMessageId: message, messageKind, messageId } = event;
      return [{ at, message, what: 'sent', name: `${messageKind} ${messageId.slice(0, 8)}` }];
    }
    if (event.kind !== 'queue-change') return [];
    const { change } = event;
    switch (change.change) {
      case 'sent':
        return [{ at, message: change.messageId, what: 'sent', group: change.groupId }];
      case 'delivered':
        return [{ at, message: change.messageId, what: 'received', group: change.groupId }];
      case 'visible-again':
        return [{ at, message: change.messageId, what: 'back' }];
      case 'deleted':
        return [{ at, message: change.messageId, what: 'deleted' }];
      default:
        return [];
    }
  });
  return told.length > 0 ? told : events.flatMap(ofExchange);
};

const ofExchange = (event: StreamEvent): readonly QueueMoment[] => {
  if (event.kind !== 'exchange' || (event.status ?? 500) >= 300) return [];
  const at = event.at + event.durationMs;
  const { id, call, messageId } = event;
  if (call === 'receiveMessage')
    return receivedIn(event).map(({ messageId: message, messageKind, groupId }) => ({
      at,
      message,
      what: 'received',
      exchange: id,
      ...(messageKind !== undefined && { name: messageKind }),
      ...(groupId !== undefined && { group: groupId }),
    }));
  const deleted = event.messages?.map((one) => one.messageId) ?? (messageId === undefined ? [] : [messageId]);
  return call === 'deleteMessage' || call === 'deleteMessageBatch'
    ? deleted.map((message) => ({ at, message, what: 'deleted' }))
    : [];
};
