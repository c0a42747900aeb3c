import { jsonOf } from '#mocks/faults';
import { calls, parseTimestamp } from '#schemas';
import { orderTypes } from '#mocks/platform/state/availability';
import { isOk } from '#mocks/platform/calls/answer';
import type { Location } from '#mocks/platform/state/state';
import type { FaultKit, Fetch, PlatformFault } from '#mocks/platform/faults/platform-fault';
import { afterwards, renamed, sentDespite } from '#mocks/platform/faults/decorators';

const [eventsPath = ''] = calls.event.path.split('{');
const availability = ['platform/availability'] as const;
const events = ['platform/event-deduplication'] as const;

/** A command is refused where `stops` says so of its location and payload. */
const stoppedWhen =
  (stops: (location: Location, command: Readonly<Record<string, unknown>>, now: number) => boolean) =>
  (next: Fetch, { state, clock }: FaultKit): Fetch =>
  async (request) => {
    const [, id = ''] = /^\/locations\/([^/]+)\/commands$/.exec(new URL(request.url).pathname) ?? [];
    const location = state.locations.get(id);
    if (location === undefined || !stops(location, await jsonOf(request), clock.now())) return next(request);
    return Response.json({ error: 'STOPPED', message: 'Not now.' }, { status: 409 });
  };

const orderContext = (command: Readonly<Record<string, unknown>>) => Object(Object(command['payload']).orderContext);

/** Availability, and the events that change it. */
export const availabilityFaults = {
  'availability:pause-ignored': {
    title: 'orders of a paused type are sent',
    breaks: availability,
    control: sentDespite('ORDER_TYPE_PAUSED'),
  },
  'availability:effective-at-ignored': {
    title: 'a location closes at once, whatever its effectiveAt says',
    breaks: availability,
    front: afterwards(`${eventsPath}PosLocation`, ({ sent, answer, kit, location }) => {
      if (isOk(answer) && sent['effectiveAt'] !== undefined)
        location?.availability.changeLocation({ open: sent['open'] === true, effectiveAt: kit.clock.now() });
      return undefined;
    }),
  },
  'availability:effective-until-early': {
    title: 'a pause ends before its effectiveUntil',
    breaks: availability,
    front: afterwards(`${eventsPath}PosOrderType`, ({ sent, answer, kit, location }) => {
      for (const change of isOk(answer) ? (sent['changes'] as readonly Record<string, string>[]) : []) {
        const until = parseTimestamp(change['effectiveUntil'] ?? '')?.epochMs;
        const orderType = orderTypes.find((known) => known === change['orderType']);
        if (until === undefined || orderType === undefined) continue;
        const effectiveUntil = kit.clock.now() + (until - kit.clock.now()) / 2;
        location?.availability.changeOrderType({ orderType, state: 'PAUSED', effectiveUntil });
      }
      return undefined;
    }),
  },
  'availability:pause-stops-all': {
    title: 'one paused order type stops all orders',
    breaks: availability,
    control: stoppedWhen(
      ({ availability: { stateOf } }, { messageKind }, now) =>
        messageKind === 'OrderSubmissionRequested' && orderTypes.some((type) => stateOf(type, now) === 'PAUSED'),
    ),
  },
  'availability:kiosk-gated': {
    title: 'a paused STATION stops kiosks too',
    breaks: availability,
    control: stoppedWhen(
      (location, command, now) =>
        orderContext(command).stationKind === 'KIOSK' && location.availability.stateOf('STATION', now) === 'PAUSED',
    ),
  },
  'availability:closed-stops-bills': {
    title: 'a closed location gets no bill to prepare',
    breaks: availability,
    control: stoppedWhen(
      (location, { messageKind }, now) =>
        messageKind === 'BillPreparationRequested' && !location.availability.isOpen(now),
    ),
  },
  'events:remembers-one': {
    title: 'only an event that is sent twice in a row counts once',
    breaks: events,
    front: (next) => {
      const last = { id: '', count: 0 };
      return renamed((id) => {
        if (id !== last.id) last.count += 1;
        last.id = id;
        return `${id}-${last.count}`;
      })(next);
    },
  },
} satisfies Readonly<Record<string, PlatformFault>>;
