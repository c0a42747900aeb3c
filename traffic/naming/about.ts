import type { About } from '../exchange.ts';
import { nonceOf } from './nonce-of.ts';
import { tableOf } from './table-of.ts';

/** Read out of an envelope as it was delivered. */
export const aboutOf = (envelope: unknown): About => {
  const { messageKind, payload } = Object(envelope) as { readonly messageKind?: unknown; readonly payload?: unknown };
  const { posBillId, payment, checkpoint, items } = Object(payload) as Readonly<Record<string, unknown>>;
  const { oaPaymentId, amount } = Object(payment) as { readonly oaPaymentId?: unknown; readonly amount?: unknown };
  const { value } = Object(amount) as { readonly value?: unknown };
  const isWholeBill = messageKind === 'BillPreparationRequested' && items === undefined;
  return {
    ...tableOf(envelope),
    ...(messageKind === 'Test' && nonceOf(envelope)),
    ...(typeof posBillId === 'string' && { posBillId }),
    ...(typeof oaPaymentId === 'string' && { oaPaymentId }),
    ...(typeof oaPaymentId === 'string' && typeof value === 'number' && { paidValue: value }),
    ...(isWholeBill && { wholeBill: typeof checkpoint === 'string' ? { checkpoint } : {} }),
  };
};
