import {
  type EventKind,
  eventKinds,
  events,
  isEventKind,
  type PosLocationAvailabilityChanged,
  type PosOrderTypeAvailabilityChanged,
  parseTimestamp,
} from '#schemas';
import type { Authenticated } from '../authentication.ts';
import type { EventStream } from '../event.ts';
import { problem } from '../problem.ts';
import { readShape } from '../read-shape.ts';
import type { Location } from '../state.ts';
import { reportHealth } from './report-health.ts';

interface Pushed {
  readonly messageKind: string;
  /** A POS should send one. */
  readonly messageId: string | undefined;
}

interface Deps {
  readonly events: EventStream;
  readonly clock: { now(): number };
}

/** What a POS pushes on its own: 204, and once only for each message id. */
export const acceptPosEvent = (call: Authenticated, { messageKind, messageId }: Pushed, deps: Deps): Response => {
  const { location, bytes } = call;
  const { integrationProfileId } = location;
  if (messageKind === 'ReportPosHealth') return reportHealth(call, deps.events);
  if (!isEventKind(messageKind)) {
    const known = ['ReportPosHealth', ...eventKinds].join(', ');
    return problem(404, 'UnknownEvent', `${messageKind} is no event of a POS. Choose from: ${known}.`);
  }
  const read = readShape(events[messageKind].shape, bytes);
  const repeated = messageId !== undefined && location.eventIds.has(messageId);
  const status = read.ok || repeated ? 204 : read.response.status;
  const { value: body } = read;
  deps.events.emit({
    kind: 'pos-event',
    integrationProfileId,
    messageKind,
    ...(messageId !== undefined && { messageId }),
    body,
    status,
    repeated,
  });
  if (repeated) return new Response(null, { status });
  if (!read.ok) return read.response;
  if (messageId !== undefined) location.eventIds.set(messageId, true);
  apply(messageKind, read.value, location, deps.clock.now());
  return new Response(null, { status });
};

const apply = (kind: EventKind, body: unknown, { availability }: Location, now: number): void => {
  if (kind === 'PosLocationAvailabilityChanged') {
    const { open, effectiveAt } = body as PosLocationAvailabilityChanged;
    availability.changeLocation({ open, effectiveAt: toEpochMs(effectiveAt) ?? now });
  }
  if (kind === 'PosOrderTypeAvailabilityChanged')
    for (const { orderType, state, effectiveUntil } of (body as PosOrderTypeAvailabilityChanged).changes) {
      const until = toEpochMs(effectiveUntil);
      availability.changeOrderType({ orderType, state, ...(until !== undefined && { effectiveUntil: until }) });
    }
};

const toEpochMs = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseTimestamp(text)?.epochMs;
