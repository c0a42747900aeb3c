import { expect, test } from 'vitest';
import { instantOf, isDate, isRfc3339, parseTimestamp } from './timestamp.ts';

const noon = Date.UTC(2026, 10, 21, 12);

test.each([
  ['2026-11-21T12:00:00Z', noon, true, 0],
  ['2026-11-21T12:00:00.5Z', noon + 500, true, 1],
  ['2026-11-21T12:00:00,123456Z', noon + 123, true, 6],
  ['2026-11-21T13:00:00+01', noon, true, 0],
  ['2026-11-21T13:00:00+0100', noon, true, 0],
  ['2026-11-21T06:30:00-05:30', noon, true, 0],
  ['20261121T120000Z', noon, true, 0],
  ['20261121T120000.250+0000', noon + 250, true, 3],
  ['2026-11-21T12:00Z', noon, true, 0],
  ['2026-11-21T12Z', noon, true, 0],
  ['2026-11-21T11:59.5Z', noon - 30_000, true, 0],
  ['2026-11-21T12:00:00', noon, false, 0],
  ['2026-325T12:00:00Z', noon, true, 0],
  ['2026W476T120000Z', noon, true, 0],
  ['2026-W47-6T12:00:00Z', noon, true, 0],
  ['2026-11-20T24:00:00Z', noon - 43_200_000, true, 0],
  ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1), true, 0],
  ['2017-01-01T00:59:60+01:00', Date.UTC(2017, 0, 1), true, 0],
  ['1969-12-31T23:59:59.999Z', -1, true, 3],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29), true, 0],
])('%s is read as ISO 8601', (text, epochMs, hasOffset, fractionDigits) => {
  expect(parseTimestamp(text)).toEqual({ epochMs, hasOffset, fractionDigits });
});

test.each([
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-21 12:00:00Z',
  '2026-11-21',
  '2026-11-21T25:00:00Z',
  '2026-11-21T12:00:60Z',
  '2026-11-21T12:60:00Z',
  '2026-11-21T12:00:00+24:00',
  '2026-11-21T12:00:00.Z',
  '20261121T12:00:00Z',
  '2026-366T00:00:00Z',
  '2025-W53-1T00:00:00Z',
  '2026-W00-1T00:00:00Z',
  '1732190400000',
  'tomorrow',
  '',
])('%j is no timestamp', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test('every day of four centuries agrees with Date', () => {
  for (let day = -36_525 * 2; day < 36_525 * 2; day += 17) {
    const text = new Date(day * 86_400_000).toISOString();
    expect(parseTimestamp(text)?.epochMs).toBe(day * 86_400_000);
  }
});

test.each([
  '2026-11-21T12:00:00Z',
  '2026-11-21t12:00:00.123456789z',
  '2026-11-21T12:00:00-00:00',
  '2016-12-31T23:59:60Z',
])('%s is an RFC 3339 date-time', (text) => {
  expect(isRfc3339(text)).toBe(true);
});

test.each([
  '2026-11-21T12:00:00',
  '2026-11-21 12:00:00Z',
  '2026-11-21T12:00:00+01',
  '2026-11-21T12:00:00+0100',
  '2026-11-21T12:00:00,5Z',
  '2026-11-21T24:00:00Z',
  '2026-02-29T12:00:00Z',
  '20261121T120000Z',
  '2026-11-21T12:00Z',
])('%s is not an RFC 3339 date-time', (text) => {
  expect(isRfc3339(text)).toBe(false);
});

test('a date is one the calendar has', () => {
  expect(isDate('2027-01-31')).toBe(true);
  expect(isDate('2027-02-30')).toBe(false);
});

test('an instant is named with an offset alone', () => {
  expect(instantOf('1970-01-01T01:00:01+01:00')).toBe(1000);
  for (const none of ['1970-01-01T00:00:01', 'soon', 1000, undefined]) expect(instantOf(none)).toBeUndefined();
});
