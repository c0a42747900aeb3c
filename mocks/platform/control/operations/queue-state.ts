import type { Location } from '../../state/state.ts';
import type { LocationState } from '#schemas';
import { showTipRecipient } from '../../state/tip-recipients.ts';

type Stored = ReturnType<Location['queue']['contents']>[number];

/** A location's queue as an operator wants to see it; times are epoch milliseconds on the platform's clock. */
export const queueState = ({ queue }: Pick<Location, 'queue'>, now: number) => {
  const contents = queue.contents();
  // A queue elsewhere keeps to itself when a message is visible again.
  const isHidden = ({ inFlight, visibleAt }: Stored): boolean => inFlight && (visibleAt === 0 || visibleAt > now);
  // Later messages of a group wait for the first that is received and not deleted.
  const holders = new Map<string, Stored>();
  for (const stored of contents)
    if (isHidden(stored) && !holders.has(stored.message.groupId)) holders.set(stored.message.groupId, stored);
  return {
    waiting: contents
      .filter((stored) => !isHidden(stored))
      .map((stored) => {
        const { message, receiveCount } = stored;
        const holder = holders.get(message.groupId);
        const isHeld = holder !== undefined && holder.message.sequence < message.sequence;
        return { ...named(stored), sentAt: message.sentAt, receiveCount, ...(isHeld && { heldBackBy: idOf(holder) }) };
      }),
    inFlight: contents.filter(isHidden).map((stored) => ({
      ...named(stored),
      ...(stored.receivedAt > 0 && { receivedAt: stored.receivedAt }),
      ...(stored.visibleAt > 0 && { visibleAgainAt: stored.visibleAt }),
      receiveCount: stored.receiveCount,
    })),
  };
};

const named = (stored: Stored) => ({
  messageId: idOf(stored),
  messageKind: attribute(stored, 'messageKind'),
  sqsMessageId: stored.message.messageId,
  groupId: stored.message.groupId,
});

const idOf = (stored: Stored): string => attribute(stored, 'messageId');
const attribute = ({ message }: Stored, name: string): string => String(Object(message.attributes[name]).stringValue);

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
