import type { LocationState } from '#schemas';
import type { Location } from '../../state/state.ts';
import { showTipRecipient } from '../../state/tip-recipients.ts';

/** A location as an operator wants to see it. */
export const locationState = (location: Location, now: number): LocationState => ({
  integrationProfileId: location.integrationProfileId,
  queueName: location.queueName,
  ...location.merchant,
  kind: location.kind,
  activationAllowed: location.activationAllowed,
  posAvailable: location.capability.isAvailable(),
  open: location.availability.isOpen(now),
  orderTypes: {
    STATION: location.availability.stateOf('STATION', now),
    PICKUP: location.availability.stateOf('PICKUP', now),
    DELIVERY: location.availability.stateOf('DELIVERY', now),
  },
  queue: location.queue.contents().map(({ message, inFlight, receiveCount, visibleAt }) => ({
    sqsMessageId: message.messageId,
    groupId: message.groupId,
    messageId: Object(message.attributes['messageId']).stringValue,
    messageKind: Object(message.attributes['messageKind']).stringValue,
    inFlight,
    receiveCount,
    visibleAt,
  })),
  commands: [...location.commands.values()],
  tipRecipients: [...location.tipRecipients.values()].map((record) => showTipRecipient(record, location)),
});
