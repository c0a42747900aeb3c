import { expect, test } from 'vitest';
import { createRedactor, redacted } from './redact.ts';

const canary = 'c4n/ary+ä"7';
const redactor = createRedactor({
  headers: { 'X-Shop': canary, Authorization: 'Basic dXNlcjpodW50ZXItMg==' },
  values: ['from-env-1'],
});

test.each([
  ['as it is', canary],
  ['percent-encoded', encodeURIComponent(canary)],
  ['percent-encoded in lower case', encodeURIComponent(canary).replaceAll(/%../g, (escape) => escape.toLowerCase())],
  ['form-encoded', new URLSearchParams({ q: canary }).toString()],
  ['inside JSON', JSON.stringify({ echo: canary })],
  ['in Base64', Buffer.from(canary).toString('base64')],
  ['in Base64 after one byte', Buffer.from(`u${canary}`).toString('base64')],
  ['in Base64 after a user name', Buffer.from(`me:${canary}`).toString('base64')],
  ['in Base64 between other text', Buffer.from(`user-${canary}-tail`).toString('base64')],
  ['in hex', Buffer.from(canary).toString('hex')],
])('a secret is taken out %s', (_, text) => {
  const clean = redactor.text(`before ${text} after`);
  expect(clean).toMatch(/^before .*after$/);
  expect(clean).toContain(redacted);
  for (const form of [canary, encodeURIComponent(canary), JSON.stringify(canary).slice(1, -1)])
    expect(clean).not.toContain(form);
});

test('a secret that a shortened text shows half of is taken out too', () => {
  expect(redactor.text('the id "from-en… is too long, from-…')).toBe(`the id "${redacted}… is too long, ${redacted}…`);
  expect(redactor.text('a frame of f… stays')).toBe('a frame of f… stays');
});

test('the user and password inside a Basic header are secrets too', () => {
  expect(redactor.text('{"password":"hunter-2"}')).toBe(`{"password":"${redacted}"}`);
  expect(redactor.text('user:hunter-2')).toBe(redacted);
});

test('configured headers lose their value whatever their name, and so do the well-known ones', () => {
  expect(
    redactor.headers({
      'x-shop': 'anything',
      'set-cookie': 'sid=1',
      'X-Signature': 'abc',
      date: 'today',
      via: 'from-env-1',
    }),
  ).toEqual({ 'x-shop': redacted, 'set-cookie': redacted, 'X-Signature': redacted, date: 'today', via: redacted });
});

test('a header value that is a common word is hidden in its header and left alone elsewhere', () => {
  const common = createRedactor({ headers: { 'X-Debug': 'true', Accept: 'application/json' } });
  expect(common.text('{"isAvailable":true}')).toBe('{"isAvailable":true}');
  expect(common.headers({ 'x-debug': 'true', 'content-type': 'application/json' })).toEqual({
    'x-debug': redacted,
    'content-type': 'application/json',
  });
});
