import { expect, test } from 'vitest';
import { checkpointFlaw, decodeCheckpoint, encodeCheckpoint, readCheckpoint } from './checkpoint.ts';

const golden = [
  [{ epochMs: 1718006400123, id: 'p1' }, 'MTcxODAwNjQwMDEyMzpwMQ=='],
  [{ epochMs: 0, id: 'a' }, 'MDph'],
  [{ epochMs: 1718006400123, id: 'a:b' }, 'MTcxODAwNjQwMDEyMzphOmI='],
  [{ epochMs: 1718006400123, id: 'żółw' }, 'MTcxODAwNjQwMDEyMzrFvMOzxYJ3'],
  [{ epochMs: 1718006400123, id: '~~~???' }, 'MTcxODAwNjQwMDEyMzp+fn4/Pz8='],
  [{ epochMs: 1718006400123, id: '🍵' }, 'MTcxODAwNjQwMDEyMzrwn421'],
] as const;

test.each(golden)('%j is written as %s and read back', (position, text) => {
  expect(encodeCheckpoint(position)).toBe(text);
  expect(decodeCheckpoint(text)).toEqual(position);
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['MTcxODAwNjQwMDEyMzpwMQ', 'padding-missing'],
  ['MTcxODAwNjQwMDEyMzpwMQ=', 'padding-missing'],
  ['MTcxODAwNjQwMDEyMzpwMQ%3D%3D', 'url-encoded'],
  ['MTcxODAwNjQwMDEyMzp-fn4_Pz8=', 'url-safe-alphabet'],
  ['MTcxODAwNjQwMDEy\nMzpwMQ==', 'whitespace'],
  ['MTcxODAwNjQwMDEyMzpwMR==', 'not-base64'],
  ['1718006400123:p1', 'not-base64'],
  ['', 'not-base64'],
  [Buffer.from([0x31, 0x3a, 0xff]).toString('base64'), 'not-utf-8'],
  [base64('1718006400123-p1'), 'no-colon'],
  [base64('2024-06-10T08:00:00.123Z:p1'), 'time-not-epoch'],
  [base64('01718006400123:p1'), 'time-not-epoch'],
])('%j is refused: %s', (text, flaw) => {
  expect(readCheckpoint(text)).toEqual({ ok: false, flaw });
  expect(decodeCheckpoint(text)).toBeUndefined();
});

test.each([
  ['1718006400123:p1', undefined],
  ['1718006400:p1', 'seconds'],
  ['1718006400123000:p1', 'microseconds'],
  ['1718006400124:p1', 'other-time'],
  ['1718006400123:p2', 'other-id'],
])('%s against the last product comes to %s', (decoded, flaw) => {
  expect(checkpointFlaw(base64(decoded), { epochMs: 1718006400123, id: 'p1' })).toBe(flaw);
});
