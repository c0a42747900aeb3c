import { isObject, type JsonObject } from '../../json.ts';

/** A basket as it was answered or pushed; undefined where it has no list of products. What cannot be read in it is judged by its schema. */
export const basketIn = (body: JsonObject) => {
  const { id, expiresAt, price, loggedUser, deliveryOptions } = body;
  /** Each product that is an object; nothing stands for any other. */
  const lines = linesIn(body);
  return lines && { id, expiresAt, price: isObject(price) ? price : {}, loggedUser, deliveryOptions, lines };
};

/** The products of a basket, sent or answered. */
export const linesIn = ({ products }: JsonObject): readonly JsonObject[] | undefined => objectsIn(products);

/** The discounts of a price, sent or answered; none where they are no list. */
export const discountsOf = (price: unknown): readonly JsonObject[] =>
  (isObject(price) ? objectsIn(price['discounts']) : undefined) ?? [];

export const hasError = ({ error }: { readonly error?: unknown }): boolean => error !== undefined && error !== null;

/** A line as far as it is counted: of an integer quantity. */
export type CountedLine = NonNullable<ReturnType<typeof countedLines>>[number];

/** Undefined where a line cannot be read. Nothing is said of how the letters of an id are composed. */
export const countedLines = (lines: readonly JsonObject[]) => {
  const counted = lines.flatMap((line) => {
    const { id, quantity, unitPrice, linePrice } = line;
    if (typeof id !== 'string' || !Number.isSafeInteger(quantity)) return [];
    const isFree = [unitPrice, linePrice].some((price) => typeof price === 'number' && price <= 0);
    return [{ id: id.normalize('NFC'), quantity: Number(quantity), isFree, hasError: hasError(line) }];
  });
  return counted.length < lines.length ? undefined : counted;
};

/** A line of a basket, with what it costs. */
export type ChargedLine = NonNullable<ReturnType<typeof chargedLines>>[number];

/** Undefined where a line cannot be read. */
export const chargedLines = (all: readonly JsonObject[], counted: readonly CountedLine[]) => {
  const lines = counted.flatMap(({ id, quantity, isFree, hasError: isShort }, index) => {
    const { unitPrice, linePrice, originalUnitPrice, originalLinePrice } = all[index] ?? {};
    if (!isAmount(unitPrice) || !isAmount(linePrice)) return [];
    /** Undefined where they cannot be read. */
    const originals = {
      originalUnitPrice: isAmount(originalUnitPrice) ? originalUnitPrice : undefined,
      originalLinePrice: isAmount(originalLinePrice) ? originalLinePrice : undefined,
    };
    return [{ index, id, quantity, unitPrice, linePrice, ...originals, isFree, isShort }];
  });
  return lines.length === all.length ? lines : undefined;
};

/** What the discounts without an error take off a basket, in hundredths. */
export const reductionOf = (discounts: readonly { readonly value?: unknown; readonly error?: unknown }[]): number =>
  discounts.reduce((sum, { value, error }) => (isAmount(value) && !hasError({ error }) ? sum + value : sum), 0);

/** What lines come to, before what is taken off the basket. */
export const grossOf = (lines: readonly { readonly linePrice: number }[]): number =>
  lines.reduce((sum, { linePrice }) => sum + linePrice, 0);

export const objectsIn = (list: unknown): readonly JsonObject[] | undefined =>
  Array.isArray(list) ? list.map((one: unknown) => (isObject(one) ? one : {})) : undefined;

export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value);
