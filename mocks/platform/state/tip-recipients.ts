import { randomUUID } from 'node:crypto';
import type { TipRecipient } from '#schemas';

/** What is kept of a recipient; the phone number is kept when ACTIVE too, but no longer shown. */
export interface TipRecipientRecord {
  readonly id: string;
  readonly externalTipRecipientId: string;
  readonly displayName: string;
  readonly phoneNumber: string;
  /** Epoch ms until which the staff member may confirm. */
  readonly expiresAt: number;
  /** Epoch ms; set once confirmed. */
  readonly linkedAt?: number;
}

/** assume/tip-recipient-relink: the same phone keeps an ACTIVE link, another one returns it to PENDING. */
export const putTipRecipient = (
  previous: TipRecipientRecord | undefined,
  put: Pick<TipRecipientRecord, 'externalTipRecipientId' | 'displayName' | 'phoneNumber'>,
  expiresAt: number,
): TipRecipientRecord => {
  const id = previous?.id ?? randomUUID();
  const stays = previous?.linkedAt !== undefined && previous.phoneNumber === put.phoneNumber;
  return stays ? { ...previous, ...put } : { id, ...put, expiresAt };
};

export type Confirmation =
  | { readonly ok: true; readonly record: TipRecipientRecord }
  | { readonly ok: false; readonly reason: string };

/** States › Link status PENDING: before expiresAt, and only with the staff member's identity verified. */
export const confirmTipRecipient = (
  record: TipRecipientRecord,
  { identityVerified, now }: { readonly identityVerified: boolean; readonly now: number },
): Confirmation => {
  if (record.linkedAt !== undefined) return { ok: false, reason: 'The link is already ACTIVE.' };
  if (!identityVerified) return { ok: false, reason: 'The staff member did not pass the identity verification.' };
  if (now >= record.expiresAt) return { ok: false, reason: 'The confirmation deadline has passed.' };
  return { ok: true, record: { ...record, linkedAt: now } };
};

/** PENDING shows phoneNumber and expiresAt, ACTIVE shows linkedAt instead. */
export const showTipRecipient = (
  record: TipRecipientRecord,
  location: { readonly merchant: { readonly merchantId: string }; readonly integrationProfileId: string },
): TipRecipient => ({
  id: record.id,
  merchantId: location.merchant.merchantId,
  integrationProfileId: location.integrationProfileId,
  externalTipRecipientId: record.externalTipRecipientId,
  displayName: record.displayName,
  ...(record.linkedAt === undefined
    ? {
        linkStatus: 'PENDING' as const,
        phoneNumber: record.phoneNumber,
        expiresAt: new Date(record.expiresAt).toISOString(),
      }
    : { linkStatus: 'ACTIVE' as const, linkedAt: new Date(record.linkedAt).toISOString() }),
});
