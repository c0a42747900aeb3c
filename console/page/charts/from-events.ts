import type { StreamEvent } from '#schemas';
import { calls } from '#schemas/calls.ts';
import { visibilityMs } from '#schemas/commands.ts';
import {
  busiestQueues,
  healthOverTime,
  type HealthReport,
  type Chart,
  queueLanes,
  type QueueMoment,
  responseTimes,
  watchCalls,
  type WatchedCalls,
} from '#traffic/charts';

/** What happened shows better in a chart: how long answers took, when health was reported, what the queues held back. */
export const chartsOf = (events: readonly StreamEvent[], now: number | undefined): readonly Chart[] => {
  const watched = watchedIn(events);
  return [
    responseTimes('How fast shops answer', watched.answers),
    responseTimes('From delivery to result', watched.results, 'redelivery'),
    healthOverTime(reportsIn(events, watched)),
    ...queuesIn(events, watched, now),
  ].filter((chart) => chart !== undefined);
};

/** Of one location. */
export const chartsOfTill = (events: readonly StreamEvent[], now: number | undefined): readonly Chart[] => {
  const watched = watchedIn(events);
  return [...queuesIn(events, watched, now), healthOverTime(reportsIn(events, watched))].filter(
    (chart) => chart !== undefined,
  );
};

const watchedIn = (events: readonly StreamEvent[]): WatchedCalls => {
  const watched = watchCalls({ calls, visibilityMs });
  for (const event of events) {
    if (event.kind !== 'exchange') continue;
    const { integrationProfileId, shop } = event;
    watched.see({ ...event, place: 'scenario' in event ? String(event.scenario) : (integrationProfileId ?? shop) });
  }
  return watched;
};

/** The platform tells what each said; of a run only the calls are told. */
const reportsIn = (events: readonly StreamEvent[], watched: WatchedCalls): readonly HealthReport[] => {
  const told = events.flatMap((event): readonly HealthReport[] => {
    if (event.kind !== 'health') return [];
    const { integrationProfileId: place, at, status, body } = event;
    const state = status >= 300 ? 'refused' : Object(body).healthy === true ? 'healthy' : 'unhealthy';
    return [{ place, at, state }];
  });
  // A run has a line for the till, whatever scenario it was in.
  return told.length > 0 ? told : watched.reports.map((report) => ({ ...report, place: 'the till' }));
};

/** What the queue itself tells, also of what nobody has received yet; of a run what its till received and deleted. */
const queuesIn = (
  events: readonly StreamEvent[],
  { moments }: WatchedCalls,
  now: number | undefined,
): readonly (Chart | undefined)[] => {
  const sent = events.filter((event) => event.kind === 'command');
  const sqsIds = new Map(sent.map(({ messageId, sqsMessageId }) => [messageId, sqsMessageId]));
  const told = events.flatMap((event) => momentsIn(event, sqsIds));
  return told.length > 0
    ? [queueLanes(told, { title: 'Queue groups', ...(now !== undefined && { until: now }) })]
    : busiestQueues(moments, visibilityMs, (scenario) => `Queue groups in ${scenario}`);
};

const momentsIn = (event: StreamEvent, sqsIds: ReadonlyMap<string, string>): readonly QueueMoment[] => {
  const { at } = event;
  if (event.kind === 'command') {
    const { sqsMessageId: message, messageKind, messageId } = event;
    return [{ at, message, what: 'sent', name: `${messageKind} ${messageId.slice(0, 8)}` }];
  }
  if (event.kind === 'exchange' && event.call === 'callback') {
    const { id: exchange, durationMs, status = 500 } = event;
    const message = sqsIds.get(event.messageId ?? '') ?? '';
    return [{ at: at + durationMs, message, exchange, what: status < 300 ? 'answered' : 'refused' }];
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
};
