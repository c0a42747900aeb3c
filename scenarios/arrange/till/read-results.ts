import { parseTimestamp } from '#schemas';

/**
 * Results of a till as far as they could be read. A field that is missing or of the wrong type is undefined here: the
 * harness judges it for its own requirement. What the specification has not finalised stays `unknown`.
 */
export interface ReadSnapshot {
  readonly tableId: string | undefined;
  readonly status: string | undefined;
  readonly lines: readonly unknown[] | undefined;
  readonly totals: unknown;
  readonly payments: readonly unknown[] | undefined;
  /** The text, which goes back as the checkpoint, and the instant when the text names one. */
  readonly updatedAt: string | undefined;
  readonly updatedAtMs: number | undefined;
  /** The clock of this till shows no parts of a second. */
  readonly wholeSeconds: boolean;
}

/** What a result says of itself: neither when `success` is no boolean. */
interface Read {
  readonly success: boolean | undefined;
  readonly reasonCode: string | undefined;
  readonly retryable: boolean | undefined;
}

export interface ReadTable extends Read {
  readonly sessionTableId: string | undefined;
  readonly sessionStatus: string | undefined;
  readonly session: unknown;
  readonly snapshot: ReadSnapshot | undefined;
  readonly currentStatus: string | undefined;
}

export const readTable = (body: unknown): ReadTable => {
  const result = record(body);
  const session = record(result['tableSessionContext']);
  return {
    ...readOutcome(result),
    session: result['tableSessionContext'],
    sessionTableId: text(session['tableId']),
    sessionStatus: text(session['status']),
    snapshot: readSnapshot(result['tableOrderSnapshot']),
    currentStatus: text(result['currentStatus']),
  };
};

export interface ReadSubmission extends Read {
  /** The reasons of the rejected items, as far as they are texts. */
  readonly reasons: readonly string[];
  readonly rejected: readonly unknown[] | undefined;
  readonly accepted: readonly unknown[] | undefined;
  readonly snapshot: ReadSnapshot | undefined;
  readonly receipt: ReadReceipt | undefined;
}

export const readSubmission = (body: unknown): ReadSubmission => {
  const result = record(body);
  const rejected = list(result['rejectedItems']);
  return {
    ...readOutcome(result),
    rejected,
    reasons: (rejected ?? []).flatMap((item) => text(record(item)['reasonCode']) ?? []),
    accepted: list(result['acceptedItems']),
    snapshot: readSnapshot(result['tableOrderSnapshot']),
    receipt: readReceipt(result['receipt']),
  };
};

export interface ReadBill extends Read {
  readonly posBillId: string | undefined;
  readonly lines: readonly unknown[] | undefined;
  readonly totals: unknown;
  readonly tipRecipientId: string | undefined;
  /** The table as it is, in a refusal. */
  readonly snapshot: ReadSnapshot | undefined;
}

export const readBill = (body: unknown): ReadBill => {
  const result = record(body);
  const bill = record(result['bill']);
  return {
    ...readOutcome(result),
    posBillId: text(bill['posBillId']),
    lines: list(bill['lines']),
    totals: bill['totals'],
    tipRecipientId: text(result['tipRecipientId']),
    snapshot: readSnapshot(result['currentSnapshot']),
  };
};

export interface ReadReceipt {
  readonly receiptNumber: string | undefined;
}

export interface ReadPayment extends Read {
  readonly receipt: ReadReceipt | undefined;
}

export const readPayment = (body: unknown): ReadPayment => {
  const result = record(body);
  return { ...readOutcome(result), receipt: readReceipt(result['receipt']) };
};

export interface ReadListings {
  readonly checkpoint: Readonly<Record<string, unknown>> | undefined;
  readonly listings: readonly unknown[] | undefined;
}

export const readListings = (body: unknown): ReadListings => {
  const { checkpoint, listings } = record(body);
  return { checkpoint: isRecord(checkpoint) ? checkpoint : undefined, listings: list(listings) };
};

/** A pushed change of the order types, one by one. */
export const readOrderTypes = (
  body: unknown,
): readonly { readonly orderType: string | undefined; readonly state: string | undefined }[] =>
  (list(record(body)['changes']) ?? []).map((change) => {
    const { orderType, state } = record(change);
    return { orderType: text(orderType), state: text(state) };
  });

export const readOpen = (body: unknown): unknown => record(body)['open'];
export const readChangeType = (body: unknown): string | undefined => text(record(body)['changeType']);
/** Undefined where something has no parts, so that nothing can be looked up in it. */
export const readField = (value: unknown, name: string): unknown => record(value)[name];

const readOutcome = (result: Readonly<Record<string, unknown>>): Read => {
  const { success, retryable } = result;
  return {
    success: typeof success === 'boolean' ? success : undefined,
    reasonCode: text(result['reasonCode']),
    retryable: typeof retryable === 'boolean' ? retryable : undefined,
  };
};

const readSnapshot = (value: unknown): ReadSnapshot | undefined => {
  if (!isRecord(value)) return undefined;
  const updatedAt = text(value['updatedAt']);
  const instant = updatedAt === undefined ? undefined : parseTimestamp(updatedAt);
  return {
    tableId: text(value['tableId']),
    status: text(value['status']),
    lines: list(value['lines']),
    totals: value['totals'],
    payments: list(value['payments']),
    updatedAt,
    updatedAtMs: instant?.epochMs,
    wholeSeconds: instant?.fractionDigits === 0,
  };
};

const readReceipt = (value: unknown): ReadReceipt | undefined =>
  isRecord(value) ? { receiptNumber: text(value['receiptNumber']) } : undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
