import { createHash } from 'node:crypto';
import { parseTimestamp } from '#schemas';

/** The same whatever the order of keys and elements, whenever it was written, and whatever else stands beside it. */
export const isSameResult = (one: unknown, other: unknown): boolean =>
  printOf(businessOf(one)) === printOf(businessOf(other));

/** What results are about; nothing forbids further members, such as the id of a call in a log. */
const members: readonly string[] = [
  'success',
  'acceptedItems',
  'rejectedItems',
  'receipt',
  'reasonCode',
  'retryable',
  'nonce',
];
/** What tells one receipt from another: it may be signed anew, and its address carry a token. */
const receiptMembers: readonly string[] = ['receiptNumber', 'issuedAt'];

const businessOf = (result: unknown): unknown => {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result;
  const { receipt, ...others } = only(members, result);
  return typeof receipt === 'object' && receipt !== null
    ? { ...others, receipt: only(receiptMembers, receipt) }
    : { ...others, receipt };
};

const only = (names: readonly string[], value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

/** State at the time of answering, and positions in it: they move on although the result stays. */
const ofTheMoment: readonly string[] = ['tableOrderSnapshot', 'currentSnapshot', 'checkpoint', 'updatedAt'];

/** What is compared, for a message. */
export const withoutMoment = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutMoment);
  if (typeof value !== 'object' || value === null) return isTime(value) ? 'a time' : value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ofTheMoment.includes(key))
      .map(([key, inner]) => [key, withoutMoment(inner)]),
  );
};

/** A digest of a value is made from those of its parts, so that every part is looked at once however deep it lies. */
const printOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null)
    return isTime(value) ? 'a time' : shortPrint(JSON.stringify(value) ?? 'nothing');
  if (Array.isArray(value)) return shortPrint(`[${value.map(printOf).toSorted().join()}]`);
  const members = Object.entries(value).filter(([key]) => !ofTheMoment.includes(key));
  const prints = members.map(([key, inner]) => `${JSON.stringify(key)}:${printOf(inner)}`);
  return shortPrint(`{${prints.toSorted().join()}}`);
};

/** Longer ones by a digest, which no JSON looks like. */
const shortPrint = (text: string): string =>
  text.length <= 100 ? text : `#${createHash('sha256').update(text).digest('base64url')}`;

/** A timestamp, or so many milliseconds since 1970 that it can be nothing else: a price has fewer digits. */
const isTime = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length < 100 && value.includes('T') && parseTimestamp(value) !== undefined
    : typeof value === 'number' && value > 1e12;
