import { parseTimestamp } from '#schemas';
import { isObject, type JsonObject, listIn, objectOf, textIn } from '#traffic';

/**
 * Results of a till as far as they could be read. A field that is missing or of the wrong type is undefined here: the
 * harness judges it for its own requirement. What the specification has not finalised stays `unknown`.
 */
export type ReadTable = ReturnType<typeof readTable>;
export type ReadSubmission = ReturnType<typeof readSubmission>;
export type ReadBill = ReturnType<typeof readBill>;
export type ReadPayment = ReturnType<typeof readPayment>;
export type ReadListings = ReturnType<typeof readListings>;
export type ReadSnapshot = NonNullable<ReturnType<typeof readSnapshot>>;

/** A table as it was shown. */
export interface Shown {
  readonly snapshot: ReadSnapshot;
  readonly exchange: number;
}

export interface ShownTable extends Shown {
  readonly tableId: string;
}

/** A table where something can be ordered, as it is now. */
export interface OpenTable extends ShownTable {
  readonly kind: 'seated';
  readonly session: unknown;
}

/** A bill, or why there is none. */
export interface Billed {
  readonly bill: ReadBill;
  readonly exchange: number;
}

export const readTable = (body: unknown) => {
  const result = objectOf(body);
  const session = objectOf(result['tableSessionContext']);
  return {
    ...readOutcome(result),
    session: result['tableSessionContext'],
    sessionTableId: textIn(session['tableId']),
    sessionStatus: textIn(session['status']),
    snapshot: readSnapshot(result['tableOrderSnapshot']),
    currentStatus: textIn(result['currentStatus']),
  };
};

export const readSubmission = (body: unknown) => {
  const result = objectOf(body);
  const rejected = listIn(result['rejectedItems']);
  return {
    ...readOutcome(result),
    rejected,
    /** The reasons of the rejected items, as far as they are texts. */
    reasons: (rejected ?? []).flatMap((item) => textIn(objectOf(item)['reasonCode']) ?? []),
    accepted: listIn(result['acceptedItems']),
    snapshot: readSnapshot(result['tableOrderSnapshot']),
    receipt: readReceipt(result['receipt']),
  };
};

export const readBill = (body: unknown) => {
  const result = objectOf(body);
  const bill = objectOf(result['bill']);
  return {
    ...readOutcome(result),
    posBillId: textIn(bill['posBillId']),
    lines: listIn(bill['lines']),
    totals: bill['totals'],
    tipRecipientId: textIn(result['tipRecipientId']),
    /** The table as it is, in a refusal. */
    snapshot: readSnapshot(result['currentSnapshot']),
  };
};

export const readPayment = (body: unknown) => {
  const result = objectOf(body);
  return { ...readOutcome(result), receipt: readReceipt(result['receipt']) };
};

export const readListings = (body: unknown) => {
  const { checkpoint, listings } = objectOf(body);
  return { checkpoint: isObject(checkpoint) ? checkpoint : undefined, listings: listIn(listings) };
};

/** A pushed change of the order types, one by one. */
export const readOrderTypes = (
  body: unknown,
): readonly { readonly orderType: string | undefined; readonly state: string | undefined }[] =>
  (listIn(objectOf(body)['changes']) ?? []).map((change) => {
    const { orderType, state } = objectOf(change);
    return { orderType: textIn(orderType), state: textIn(state) };
  });

export const readOpen = (body: unknown): unknown => objectOf(body)['open'];
export const readChangeType = (body: unknown): string | undefined => textIn(objectOf(body)['changeType']);
/** Undefined where something has no parts, so that nothing can be looked up in it. */
export const readField = (value: unknown, name: string): unknown => objectOf(value)[name];

/** What a result says of itself: neither when `success` is no boolean. */
const readOutcome = (result: JsonObject) => {
  const { success, retryable } = result;
  return {
    success: typeof success === 'boolean' ? success : undefined,
    reasonCode: textIn(result['reasonCode']),
    retryable: typeof retryable === 'boolean' ? retryable : undefined,
  };
};

const readSnapshot = (value: unknown) => {
  if (!isObject(value)) return undefined;
  const updatedAt = textIn(value['updatedAt']);
  const instant = updatedAt === undefined ? undefined : parseTimestamp(updatedAt);
  return {
    tableId: textIn(value['tableId']),
    status: textIn(value['status']),
    lines: listIn(value['lines']),
    totals: value['totals'],
    payments: listIn(value['payments']),
    /** The text, which goes back as the checkpoint, and the instant when the text names one. */
    updatedAt,
    updatedAtMs: instant?.epochMs,
    /** The clock of this till shows no parts of a second. */
    wholeSeconds: instant?.fractionDigits === 0,
  };
};

const readReceipt = (value: unknown) =>
  isObject(value) ? { receiptNumber: textIn(value['receiptNumber']) } : undefined;
