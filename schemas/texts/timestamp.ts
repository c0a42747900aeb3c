/** A point in time read from an ISO 8601 text. */
export interface Timestamp {
  /** Fractions beyond the millisecond are cut off. Without an offset the text is read as UTC. */
  readonly epochMs: number;
  /** Without one the instant is ambiguous. */
  readonly hasOffset: boolean;
  /** Digits of the second's fraction; 0 when there is none. */
  readonly fractionDigits: number;
}

const time = (separator: string): string =>
  `[Tt](\\d\\d)(?:${separator}(\\d\\d)(?:${separator}(\\d\\d))?)?(?:[.,](\\d+))?([Zz]|[-+\u2212]\\d\\d(?::?\\d\\d)?)?$`;
const extended = new RegExp(`^(\\d{4})-(?:(\\d\\d)-(\\d\\d)|(\\d{3})|W(\\d\\d)-(\\d))${time(':')}`, 'u');
const basic = new RegExp(`^(\\d{4})(?:(\\d\\d)(\\d\\d)|(\\d{3})|W(\\d\\d)(\\d))${time('')}`, 'u');
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:[Zz]|[-+]\d\d:\d\d)$/u;

const dayMs = 86_400_000;

/**
 * ISO 8601 as wide as the standard: basic or extended format, calendar, week and ordinal dates, a fraction of any length
 * after a point or a comma, any offset form. A date without a time is no timestamp.
 */
export const parseTimestamp = (text: string): Timestamp | undefined => parseCommon(text) ?? parseAny(text);

const parseAny = (text: string): Timestamp | undefined => {
  const parts = extended.exec(text) ?? basic.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, ordinal, week, weekday, hour, minute, second, fraction, offset] = parts;
  const days = dayNumber(Number(year), { month, day, ordinal, week, weekday });
  const shift = offsetMinutes(offset);
  if (days === undefined || shift === undefined) return undefined;
  const [h, m, s] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)];
  const part = fraction === undefined ? 0 : Number(`0.${fraction}`);
  if (!isTimeOfDay({ h, m, s, part, shift, local: offset === undefined })) return undefined;
  const whole = ((h * 60 + m - shift) * 60 + s) * 1000;
  const unit = second !== undefined ? 1000 : minute !== undefined ? 60_000 : 3_600_000;
  // Number('0.123') * 1000 is 123 exactly, but not every fraction is that lucky: digits first, then arithmetic.
  const rest =
    fraction === undefined ? 0 : unit === 1000 ? Number(fraction.slice(0, 3).padEnd(3, '0')) : Math.floor(part * unit);
  return {
    epochMs: days * dayMs + whole + rest,
    hasOffset: offset !== undefined,
    fractionDigits: second === undefined ? 0 : (fraction?.length ?? 0),
  };
};

/**
 * `2026-11-21T12:00:00.000Z`, the form most systems write, at a tenth of the cost of the expressions: every product of
 * a catalogue has one. Whatever is the least unusual is left to them.
 */
const parseCommon = (text: string): Timestamp | undefined => {
  if (text.length !== 24 || !text.endsWith('Z') || text[10] !== 'T' || text[19] !== '.') return undefined;
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return undefined;
  const [month, day] = [digits(text, 5, 7), digits(text, 8, 10)];
  const [h, m, s] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  const [year, ms] = [digits(text, 0, 4), digits(text, 20, 23)];
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return undefined;
  if (!(h < 24 && m < 60 && s < 60 && ms >= 0)) return undefined;
  return {
    epochMs: civilDay(year, month, day) * dayMs + ((h * 60 + m) * 60 + s) * 1000 + ms,
    hasOffset: true,
    fractionDigits: 3,
  };
};

/** The number between two places of a text; NaN when anything there is no digit. */
const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

/** The profile of ISO 8601 that JSON Schema calls date-time. Leap seconds, and `t` and `z` in lower case, belong to it. */
export const isRfc3339 = (text: string): boolean => rfc3339.test(text) && parseTimestamp(text) !== undefined;

/** A calendar date, `2027-01-31`. */
export const isDate = (text: string): boolean => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(text);
  return parts !== null && dayNumber(Number(parts[1]), { month: parts[2], day: parts[3] }) !== undefined;
};

interface DateParts {
  readonly month?: string | undefined;
  readonly day?: string | undefined;
  readonly ordinal?: string | undefined;
  readonly week?: string | undefined;
  readonly weekday?: string | undefined;
}

/** Days since 1970-01-01, or undefined for a date the calendar does not have. */
const dayNumber = (year: number, { month, day, ordinal, week, weekday }: DateParts): number | undefined => {
  if (month !== undefined) {
    const [m, d] = [Number(month), Number(day)];
    return m >= 1 && m <= 12 && d >= 1 && d <= daysIn(year, m) ? civilDay(year, m, d) : undefined;
  }
  const newYear = civilDay(year, 1, 1);
  if (ordinal !== undefined) {
    const n = Number(ordinal);
    return n >= 1 && n <= (isLeap(year) ? 366 : 365) ? newYear + n - 1 : undefined;
  }
  const [w, d] = [Number(week), Number(weekday)];
  if (w < 1 || w > 53 || d < 1 || d > 7) return undefined;
  // Week 1 is the one that holds 4 January; 1970-01-01 was a Thursday.
  const fourth = newYear + 3;
  const monday = fourth - ((((fourth + 3) % 7) + 7) % 7);
  const result = monday + (w - 1) * 7 + d - 1;
  const nextFourth = civilDay(year + 1, 1, 4);
  return w === 53 && monday + 52 * 7 >= nextFourth - ((((nextFourth + 3) % 7) + 7) % 7) ? undefined : result;
};

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;

/** Counts from 1 March, so that the leap day is the last of its year; Date.UTC would read the years 0 to 99 as 1900s. */
const civilDay = (year: number, month: number, day: number): number => {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
};

const offsetMinutes = (offset: string | undefined): number | undefined => {
  if (offset === undefined || offset === 'Z' || offset === 'z') return 0;
  const [h, m] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', ''))];
  if (h > 23 || m > 59) return undefined;
  return (offset.startsWith('+') ? 1 : -1) * (h * 60 + m);
};

const isTimeOfDay = (at: {
  readonly h: number;
  readonly m: number;
  readonly s: number;
  readonly part: number;
  readonly shift: number;
  readonly local: boolean;
}): boolean => {
  if (at.h === 24) return at.m === 0 && at.s === 0 && at.part === 0;
  if (at.h > 24 || at.m > 59 || at.s > 60) return false;
  if (at.s < 60) return true;
  // A leap second is the last one of a day in UTC; without an offset that day is not known.
  const minuteInUtc = (((at.h * 60 + at.m - at.shift) % 1440) + 1440) % 1440;
  return at.local ? at.m % 15 === 14 : minuteInUtc === 1439;
};

/** The instant that a text names, in epoch milliseconds; without an offset it names none, and nothing else does. */
export const instantOf = (text: unknown): number | undefined => {
  const read = typeof text === 'string' ? parseTimestamp(text) : undefined;
  return read?.hasOffset === true ? read.epochMs : undefined;
};
