import {
  type EventKind,
  eventKinds,
  events,
  isEventKind,
  type PosLocationAvailabilityChanged,
  type PosOrderTypeAvailabilityChanged,
  parseTimestamp,
} from '#schemas';
import type { NamedCall } from '#traffic';
import type { Authenticated } from './authentication.ts';
import { type Answer, emptyAnswer, refusal } from '../calls/answer.ts';
import { readShape } from '../calls/call.ts';
import type { Location } from '../state/state.ts';

/** What a POS pushes on its own: 204, and once only for each message id. */
export const acceptPosEvent = (
  call: Authenticated,
  { messageKind = '', messageId }: Pick<NamedCall, 'messageKind' | 'messageId'>,
  { clock }: { readonly clock: { now(): number } },
): Answer => {
  const { location, emit } = call;
  const { integrationProfileId } = location;
  if (!isEventKind(messageKind)) {
    const known = ['ReportPosHealth', ...eventKinds].join(', ');
    return refusal(404, 'UnknownEvent', `${messageKind} is no event of a POS. Choose from: ${known}.`);
  }
  const read = readShape(events[messageKind].shape, call.body);
  const repeated = messageId !== undefined && location.eventIds.has(messageId);
  const status = read.ok || repeated ? 204 : read.answer.status;
  const { value: body } = read;
  emit({
    kind: 'pos-event',
    integrationProfileId,
    messageKind,
    ...(messageId !== undefined && { messageId }),
    body,
    status,
    repeated,
  });
  if (repeated) return emptyAnswer(status);
  if (!read.ok) return read.answer;
  if (messageId !== undefined) location.eventIds.set(messageId, true);
  effects[messageKind](read.value, location, clock.now());
  return emptyAnswer(status);
};

/** What an event changes here; nothing of listings and tables is kept. */
const effects: { readonly [Kind in EventKind]: (body: unknown, location: Location, now: number) => void } = {
  PosLocationAvailabilityChanged: (body, { availability }, now) => {
    const { open, effectiveAt } = body as PosLocationAvailabilityChanged;
    availability.changeLocation({ open, effectiveAt: toEpochMs(effectiveAt) ?? now });
  },
  PosOrderTypeAvailabilityChanged: (body, { availability }) => {
    for (const { orderType, state, effectiveUntil } of (body as PosOrderTypeAvailabilityChanged).changes) {
      const until = toEpochMs(effectiveUntil);
      availability.changeOrderType({ orderType, state, ...(until !== undefined && { effectiveUntil: until }) });
    }
  },
  ProductListingsUpdated: () => undefined,
  TableOrderSnapshotChanged: () => undefined,
};

const toEpochMs = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseTimestamp(text)?.epochMs;

/** ReportPosHealth: 204, and the POS capability stays available for another timeout. */
export const reportHealth = ({ location, body, emit }: Authenticated): Answer => {
  const { integrationProfileId } = location;
  const read = readShape('report-pos-health', body);
  const status = read.ok ? 204 : read.answer.status;
  emit({ kind: 'health', integrationProfileId, body: read.value, status });
  if (!read.ok) return read.answer;
  location.capability.alive();
  return emptyAnswer(status);
};
