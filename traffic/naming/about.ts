import type { About, Ordered } from '../exchange.ts';
import { shortened } from '../retention/shortened.ts';

/** Read out of an envelope as it was delivered. */
export const aboutOf = (envelope: unknown): About => {
  const { messageKind, payload } = Object(envelope) as { readonly messageKind?: unknown; readonly payload?: unknown };
  const { posBillId, payment, checkpoint, items } = Object(payload) as Readonly<Record<string, unknown>>;
  const { oaPaymentId, amount } = Object(payment) as { readonly oaPaymentId?: unknown; readonly amount?: unknown };
  const { value } = Object(amount) as { readonly value?: unknown };
  const isBill = messageKind === 'BillPreparationRequested';
  const known = typeof checkpoint === 'string' ? { checkpoint } : {};
  return {
    ...tableOf(envelope),
    ...(messageKind === 'Test' && nonceOf(envelope)),
    ...(typeof posBillId === 'string' && { posBillId }),
    ...(typeof oaPaymentId === 'string' && { oaPaymentId }),
    ...(typeof oaPaymentId === 'string' && typeof value === 'number' && { paidValue: value }),
    ...(isBill && (items === undefined ? { wholeBill: known } : { partBill: { ...known, ...selectedIn(items) } })),
    ...(messageKind === 'OrderSubmissionRequested' && Array.isArray(items) && { ordered: orderedIn(items) }),
  };
};

/** Of an order of many items the first are enough. */
const mostTexts = 20;

/** Nothing of a selection that is longer. */
const selectedIn = (items: unknown): { readonly selected: readonly string[] } | undefined => {
  if (!Array.isArray(items) || items.length > mostTexts) return undefined;
  const values = items.flatMap((item: unknown): readonly unknown[] => [item, ...Object.values(Object(item))]);
  const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
  return { selected: [...new Set(texts.map(shortened))].slice(0, mostTexts) };
};

const orderedIn = (items: readonly unknown[]): Ordered => {
  const texts = items
    .slice(0, mostTexts)
    .flatMap((item): readonly unknown[] => Object.values(Object(item)))
    .filter((value) => typeof value === 'string');
  return {
    items: shortened(JSON.stringify(items)),
    count: items.length,
    texts: [...new Set(texts.map(shortened))].slice(0, mostTexts),
  };
};

/** What a Test message asks to have copied, as its envelope was delivered. */
const nonceOf = (envelope: unknown): { readonly nonce?: string } => {
  const { nonce } = Object(Object(envelope).payload) as { readonly nonce?: unknown };
  return typeof nonce === 'string' ? { nonce } : {};
};

/** The table a command is about, as its envelope was delivered: that of a snapshot, or of an order or a bill at a table; else its kiosk. */
export const tableOf = (envelope: unknown): Pick<About, 'tableId' | 'kioskId'> => {
  const { tableId, orderContext } = Object(Object(envelope).payload) as Readonly<Record<string, unknown>>;
  const { stationKind, stationId } = Object(orderContext) as Readonly<Record<string, unknown>>;
  const named = tableId ?? stationId;
  if (typeof named !== 'string') return {};
  return tableId !== undefined || stationKind === 'TABLE' ? { tableId: named } : { kioskId: named };
};
