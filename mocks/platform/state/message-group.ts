import type { QueueEnvelope } from '#schemas';

/**
 * The MessageGroupId, which the platform chooses: what must stay in order shares one. Everything about a table is one group;
 * a pickup or delivery order is its own; a payment follows the bill it pays.
 */
export const messageGroupOf = (
  { messageKind, idempotencyKey, payload }: QueueEnvelope,
  billGroups: { get(posBillId: string): string | undefined },
): string => {
  const { tableId, orderContext, posBillId } = payload;
  const { type, stationId } = Object(orderContext);
  if (typeof tableId === 'string') return toGroupId('station', tableId);
  if (type === 'STATION') return toGroupId('station', String(stationId));
  if (typeof type === 'string') return toGroupId(type.toLowerCase(), idempotencyKey);
  if (typeof posBillId === 'string') return billGroups.get(posBillId) ?? toGroupId('bill', posBillId);
  return toGroupId('kind', messageKind);
};

// SQS allows 128 characters: letters, digits and punctuation of ASCII.
const toGroupId = (scope: string, name: string): string =>
  `${scope}:${encodeURIComponent(name.toWellFormed())}`.slice(0, 128);
