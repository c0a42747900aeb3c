import type { PlatformCall } from '#mocks/pos/connection/call';
import { onCall, onBody } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { randomUUID } from 'node:crypto';
import { isObject } from '#mocks/json';

export const unsent = { status: 204, body: null } as const;

/** Swallows events of a kind. */
export const swallowing = (swallows: (call: PlatformCall) => boolean): TillDecorator =>
  onCall('event', () => async (call, transmit) => (swallows(call) ? unsent : transmit(call)));

export const isLocation = ({ path }: PlatformCall): boolean => path.endsWith('/PosLocationAvailabilityChanged');

/** Says otherwise than it is whether the location is open. */
export const locationFaults = {
  'event:location-unsaid': {
    title: 'keeps to itself that the location opened or closed',
    breaks: ['events/change-is-pushed'],
    decorate: swallowing(isLocation),
  },
  'event:closed-for-a-while-is-open': {
    title: 'says that a location is open which is closed for a while',
    breaks: ['events/location-availability'],
    // The other till passes no reason on.
    variants: ['copper'],
    decorate: onBody('event', (body) =>
      isObject(body) && body['reasonCode'] === 'TEMPORARILY_CLOSED' ? { ...body, open: true } : body,
    ),
  },
  'event:repeated-late': {
    title: 'sends an event that was refused for the moment again after six seconds, whatever it has said since',
    breaks: ['events/location-availability'],
    // The other till says with each from when on it is so.
    variants: ['quartz'],
    decorate: onCall('event', ({ clock }) => async (call, transmit) => {
      const answer = await transmit(call);
      if (!isLocation(call) || (answer.status ?? 500) < 500) return answer;
      clock
        .sleep(6_000)
        .then(() => transmit(call))
        .catch(() => undefined);
      return unsent;
    }),
  },
  'event:opens-by-itself': {
    title: 'says right after each closing of the location that it is open',
    breaks: ['events/location-availability'],
    decorate: onCall('event', () => async (call, transmit) => {
      const answer = await transmit(call);
      if (isLocation(call) && isObject(call.body) && call.body['open'] === false)
        await transmit({ ...call, headers: { 'X-Message-Id': randomUUID() }, body: { open: true } });
      return answer;
    }),
  },
  'event:opening-unsaid': {
    title: 'says when the location closes, not when it opens',
    breaks: ['events/change-is-pushed'],
    decorate: swallowing((call) => isLocation(call) && isObject(call.body) && call.body['open'] === true),
  },
  'event:open-as-before': {
    title: 'says from the third time on that the location is as it was before',
    breaks: ['events/location-availability'],
    decorate: onCall('event', () => {
      let count = 0;
      return (call, transmit) => {
        if (!isLocation(call) || !isObject(call.body) || ++count < 3) return transmit(call);
        return transmit({ ...call, body: { ...call.body, open: call.body['open'] !== true } });
      };
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
