import { isDate, isRfc3339, parseTimestamp } from '../texts/timestamp.ts';

interface Format {
  readonly holds: (text: string) => boolean;
  /** Completes "expected …". */
  readonly says: string;
  /** What exactly is wrong with a text that does not hold, where that can be told. */
  readonly flaw?: (text: string) => string | undefined;
}

/** The formats the schemas use. ajv-formats takes `+0100` and a space for date-time, which RFC 3339 does not. */
export const formats: Readonly<Record<string, Format>> = {
  'date-time': {
    holds: isRfc3339,
    says: 'an RFC 3339 date-time such as 2026-11-21T12:00:00Z or 2026-11-21T13:00:00+01:00',
    flaw: (text) =>
      spaced(text) ??
      (parseTimestamp(text)?.hasOffset === false
        ? 'it has no offset (Z or +01:00), so the moment is ambiguous'
        : undefined),
  },
  'iso-8601': {
    holds: (text) => parseTimestamp(text) !== undefined,
    says: 'an ISO 8601 timestamp such as 2026-11-21T12:00:00Z',
    flaw: (text) => spaced(text),
  },
  'iso-8601-milliseconds': {
    holds: (text) => (parseTimestamp(text)?.fractionDigits ?? 0) > 0,
    says: 'an ISO 8601 timestamp with milliseconds such as 2026-11-21T12:00:00.000Z',
    flaw: (text) => spaced(text) ?? (parseTimestamp(text) === undefined ? undefined : 'it has no milliseconds'),
  },
  uuid: {
    holds: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu.test(text),
    says: 'a UUID such as 9f1c2a34-5b6d-4e7f-8a90-1b2c3d4e5f60',
  },
  e164: {
    holds: (text) => /^\+[1-9]\d{1,14}$/u.test(text),
    says: 'a phone number in E.164 format such as +48600100200',
  },
  'http-url': {
    holds: (text) => /^https?:/iu.test(text) && URL.canParse(text),
    says: 'an http or https address such as https://shop.example/oa/basket',
  },
  date: { holds: isDate, says: 'a date such as 2027-01-31' },
};

const spaced = (text: string): string | undefined =>
  /^\d{4}-?\d\d-?\d\d \d/u.test(text) ? 'there is a space where the T belongs' : undefined;
