import { instantOf } from '#schemas';
import { listIn, objectOf, textIn } from '#traffic';

/** A line of a basket, as far as it could be read. */
export interface ReadLine {
  /** JSON pointer of the line in the body. */
  readonly pointer: string;
  readonly id: string | undefined;
  readonly quantity: number | undefined;
  readonly unitPrice: number | undefined;
  readonly linePrice: number | undefined;
  readonly originalUnitPrice: number | undefined;
  readonly originalLinePrice: number | undefined;
  readonly ean: string | undefined;
  /** What its policies ask of the customer, such as "AGE 18"; empty where nothing does. */
  readonly policies: readonly string[];
  /** Whatever `error` says, even when it is none of the known codes: that is a matter of the schema. */
  readonly error: string | undefined;
  /** The basket was made to hold it, so that it is no gift whatever it costs. */
  readonly wished?: true;
}

export interface ReadDeliveryOption {
  readonly key: string;
  readonly cost: number;
}

/**
 * A basket as far as it could be read. A field that is missing or has the wrong type is undefined here: the harness
 * judges it for its own requirement, and whoever needs it for a behaviour stays silent.
 */
export type ReadBasket = ReturnType<typeof readBasket>;

export const readBasket = (body: unknown) => {
  const basket = objectOf(body);
  const price = objectOf(basket['price']);
  const expiresAt = textIn(basket['expiresAt']);
  return {
    id: textIn(basket['id']),
    requestId: textIn(basket['requestId']),
    /** The text, for messages, and the instant when the text names one. */
    expiresAt,
    // Without an offset the instant is ambiguous, so nothing can be said about it.
    expiresAtMs: instantOf(expiresAt),
    currency: textIn(price['currency']),
    basketValue: integer(price['basketValue']),
    discounts: listIn(price['discounts'])?.map(readDiscount),
    deliveryOptions: listIn(basket['deliveryOptions'])?.flatMap(readDeliveryOption),
    /** It says that there are none, rather than saying it in a way that cannot be read. */
    offersNoDelivery: listIn(basket['deliveryOptions'])?.length === 0,
    lines: listIn(basket['products'])?.map(readLine),
    // Of another type it may mean yes, and billing details are never wrong.
    invoiceAddressMandatory: Boolean(basket['invoiceAddressMandatory']),
    loggedUser: textIn(basket['loggedUser']),
  };
};

export const readConfirmation = (body: unknown) => {
  const confirmation = objectOf(body);
  return { oaOrderId: textIn(confirmation['oaOrderId']), shopOrderId: textIn(confirmation['shopOrderId']) };
};

const readLine = (value: unknown, index: number): ReadLine => {
  const line = objectOf(value);
  return {
    pointer: `/products/${index}`,
    id: textIn(line['id']),
    quantity: integer(line['quantity']),
    unitPrice: integer(line['unitPrice']),
    linePrice: integer(line['linePrice']),
    originalUnitPrice: integer(line['originalUnitPrice']),
    originalLinePrice: integer(line['originalLinePrice']),
    ean: textIn(line['ean']),
    policies: (listIn(line['policies']) ?? []).map(readPolicy),
    error: readError(line['error']),
  };
};

const readPolicy = (value: unknown): string => {
  const { type, criteria } = objectOf(value);
  return `${String(type)} ${String(objectOf(criteria)['minAge'])}`;
};

export type ReadDiscount = ReturnType<typeof readDiscount>;

const readDiscount = (value: unknown, index: number) => {
  const discount = objectOf(value);
  return {
    pointer: `/price/discounts/${index}`,
    code: textIn(discount['code']),
    value: integer(discount['value']),
    error: readError(discount['error']),
  };
};

const readDeliveryOption = (value: unknown): readonly ReadDeliveryOption[] => {
  const option = objectOf(value);
  const key = textIn(option['key']);
  const cost = integer(option['cost']);
  return key === undefined || cost === undefined ? [] : [{ key, cost }];
};

// `error: null` is how some serialisers write an absent field; that it stands there at all is a matter of the schema.
const readError = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
const integer = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined);

/** A gift, or a reduction written as a line: no minimum is stated for the prices of a line. */
export const isFree = ({ unitPrice = 1, linePrice = 1, wished }: ReadLine): boolean =>
  wished !== true && (unitPrice <= 0 || linePrice <= 0);
