import { textIn } from '../../json.ts';
import type { PlatformCall } from '../connection/call.ts';
import { eventBodyFaults, onCall } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

export const identifiedBy = (newId: (call: PlatformCall) => string | undefined): TillDecorator =>
  onCall('event', () => (call, transmit) => {
    const id = newId(call);
    return transmit({ ...call, headers: id === undefined ? {} : { 'X-Message-Id': id } });
  });

export const unsent = { status: 204, body: null } as const;

/** Swallows events of a kind. */
export const swallowing = (swallows: (call: PlatformCall) => boolean): TillDecorator =>
  onCall('event', () => async (call, transmit) => (swallows(call) ? unsent : transmit(call)));

export const isLocation = ({ path }: PlatformCall): boolean => path.endsWith('/PosLocationAvailabilityChanged');

export const eventsFaults = {
  'event:one-id': {
    title: 'all events carry the same identifier',
    breaks: ['events/unique-message-id'],
    decorate: identifiedBy(() => 'pos-event'),
  },
  'event:location-unsaid': {
    title: 'keeps to itself that the location opened or closed',
    breaks: ['events/change-is-pushed'],
    decorate: swallowing(isLocation),
  },
  ...eventBodyFaults('TableOrderSnapshotChanged', {
    'event:lower-case-change': [
      'writes change types in small letters',
      'events/table-changed',
      '/changeType',
      (old) => textIn(old).toLowerCase(),
    ],
  }),
} as const satisfies Readonly<Record<string, PosFault>>;
