import type { Money } from '#schemas';
import { mentions, standsIn } from '../json-compare.ts';

/** An amount found in something whose shape the specification has not finalised. */
export interface FoundAmount {
  readonly money: Money;
  /** Where it stood, for the report. */
  readonly path: string;
  /** 0: written as the specification writes money, `{ value, currency }`; the more, the less likely it is meant so. */
  readonly doubt: 0 | 1 | 16;
}

/** Worded for what is wanted first, and for what it certainly is not. */
interface Wording {
  readonly first: RegExp;
  readonly then: RegExp;
  readonly never: RegExp;
}

const ofBill: Wording = {
  first: /due|payable|remain|outstanding|open|balance|to.?pay/iu,
  then: /total|gross|sum|amount|brutto/iu,
  never: /net|tax|vat|sub.?total|discount|paid|tip|count|quantity|qty|second|minute|time|expir/iu,
};
const ofListing: Wording = {
  first: /price|gross|brutto/iu,
  then: /cost|amount|value/iu,
  never: /net|tax|vat|stock|quantity|qty|count|remaining|original|before/iu,
};

/** What the customer may have to pay for a bill, likeliest first. */
export const payable = (totals: unknown): readonly FoundAmount[] => ranked(totals, ofBill);
/** A till may show amounts line by line alone: what all of them come to, as a guess. */
export const payableByLines = (lines: readonly unknown[]): readonly FoundAmount[] => {
  const ofEach = lines.flatMap((line) => payable(line).slice(0, 1));
  const [first] = ofEach;
  if (first === undefined || ofEach.length < lines.length) return [];
  const value = ofEach.reduce((sum, { money }) => sum + money.value, 0);
  return [{ money: { ...first.money, value }, path: '/lines', doubt: 16 }];
};
/** What one piece of a listing may cost, likeliest first. */
export const priceOf = (listing: unknown): readonly FoundAmount[] =>
  ranked(listing, ofListing).filter(
    ({ path, doubt }) => doubt === 0 || ofListing.first.test(path) || ofListing.then.test(path),
  );

/** What one piece of a listing may cost, likeliest first; the price stands somewhere in a listing of unknown shape. */
export const pricesIn = (menu: readonly unknown[], listingId: string): readonly FoundAmount[] => {
  const found = priceOf(
    menu.find((listing) => standsIn(listing, listingId)) ?? menu.find((listing) => mentions(listing, listingId)),
  );
  // A bare number counts the major unit where that of another listing has a fraction.
  const major = found.find(({ path, doubt }) => path === found[0]?.path && doubt > 1);
  const isMajor = major !== undefined && menu.some((listing) => hasFraction(listing, major.path));
  return isMajor ? [major, ...found.filter((one) => one !== major)] : found;
};
const hasFraction = (listing: unknown, path: string): boolean => {
  const [one, ...more] = priceOf(listing).filter((amount) => amount.path === path);
  return one?.doubt === 1 && one.money.value % 100 > 0 && more.length === 0;
};

/** For a till whose menu shows no price, or that has none to show. */
export const anyPrice = { value: 1000, currency: 'PLN' };

const ranked = (value: unknown, wording: Wording): readonly FoundAmount[] => {
  const currency = currencyIn(value) ?? usualCurrency;
  const rank = ({ path, doubt }: FoundAmount): number =>
    (wording.never.test(path) ? 8 : wording.first.test(path) ? 0 : wording.then.test(path) ? 2 : 4) +
    // In a list stands what a part of it costs, such as an option.
    (/\/\d+(?:\/|$)/u.test(path) ? 3 : 0) +
    doubt;
  const found = amountsIn(value, '', currency).toSorted((a, b) => rank(a) - rank(b) || b.money.value - a.money.value);
  return found.filter(
    ({ money }, index) => found.findIndex((other) => other.money.value === money.value) === index && money.value >= 0,
  );
};

/** For a till that names none anywhere: the one of the specification's own country. */
const usualCurrency = 'PLN';

const amountsIn = (value: unknown, path: string, currency: string): readonly FoundAmount[] => {
  if (typeof value === 'number' && Number.isFinite(value)) return ofNumber(value, path, currency);
  if (typeof value === 'string') return ofText(value, path, currency);
  if (typeof value !== 'object' || value === null) return [];
  const { value: amount, currency: own } = value as { readonly value?: unknown; readonly currency?: unknown };
  if (Number.isSafeInteger(amount) && typeof own === 'string')
    return [{ money: { value: amount as number, currency: own }, path, doubt: 0 }];
  return Object.entries(value).flatMap(([key, inner]) => amountsIn(inner, `${path}/${key}`, currency));
};

/** An amount as people write it, such as `1 234,50 zł` or `EUR 12.00`. */
const writtenAmount =
  /^(?<before>\p{L}{1,3}|\p{Sc})?\s?(?<whole>\d{1,3}(?:[\s.,']\d{3})+|\d+)[.,](?<cents>\d\d)\s?(?<after>\p{L}{1,3}|\p{Sc})?$/u;

const ofText = (text: string, path: string, usual: string): readonly FoundAmount[] => {
  if (/^\d{1,12}$/u.test(text)) return ofNumber(Number(text), path, usual);
  const { whole, cents, before, after } = writtenAmount.exec(text)?.groups ?? {};
  if (whole === undefined || cents === undefined) return [];
  const currency = currencyIn(before) ?? currencyIn(after) ?? usual;
  return [{ money: { value: Number(whole.replaceAll(/\D/gu, '') + cents), currency }, path, doubt: 1 }];
};

/** Nobody says whether a bare number counts the minor or the major unit. */
const ofNumber = (value: number, path: string, currency: string): readonly FoundAmount[] => {
  const minor = { money: { value: value, currency }, path, doubt: 1 } as const;
  const major = { money: { value: Math.round(value * 100), currency }, path } as const;
  return Number.isInteger(value) ? [minor, { ...major, doubt: 16 }] : [{ ...major, doubt: 1 }];
};

const currencyIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return /^[A-Z]{3}$/u.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = currencyIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
};
