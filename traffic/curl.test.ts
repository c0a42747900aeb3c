import { expect, test } from 'vitest';
import { curl } from './curl.ts';

test('curl quotes for the shell and turns secrets into variables', () => {
  const sent = {
    method: 'POST',
    url: 'https://shop.example/o?a=[1]&k=«redacted»',
    headers: { Authorization: 'Bearer «redacted»', 'Content-Length': '9', Accept: '' },
    body: `{"a":"it's $HOME"}`,
  };
  expect(curl(sent)).toBe(
    [
      'curl -i --globoff',
      `'https://shop.example/o?a=[1]&k='"$SECRET"`,
      `-H 'Authorization: Bearer '"$AUTHORIZATION"`,
      `-H 'Accept;'`,
      `-H 'Content-Type:'`,
      `--data-raw '{"a":"it'\\''s $HOME"}'`,
    ].join(' \\\n  '),
  );
});

const of = (method: string, more: Partial<Parameters<typeof curl>[0]> = {}) =>
  curl({ method, url: 'http://shop', headers: {}, ...more });

test('curl says the method where it would not guess it, and unpacks what may come packed', () => {
  expect(of('GET')).toBe("curl -i 'http://shop'");
  expect(of('POST')).toBe("curl -i -X 'POST' \\\n  'http://shop'");
  expect(of('HEAD')).toContain('curl -i --head');
  expect(of('GET', { headers: { 'Accept-Encoding': 'gzip, br' } })).toBe("curl -i --compressed \\\n  'http://shop'");
  expect(of('GET', { headers: { 'accept-encoding': 'identity' } })).toBe(of('GET'));
});

test('curl leaves out what a browser says of itself', () => {
  expect(of('GET', { headers: { 'sec-fetch-mode': 'cors', priority: 'u=1', 'X-Shop': '7' } })).toBe(
    "curl -i 'http://shop' \\\n  -H 'X-Shop: 7'",
  );
});

test('curl says of a body that it has not all of it', () => {
  expect(of('POST', { body: '{', truncated: true })).toMatch(/'\{'\n# the body was recorded only up to here$/);
  expect(of('POST', { body: '/wD+', encoding: 'base64' })).toBe(
    "curl -i -X 'POST' \\\n  'http://shop'\n# the body is no text and was left out",
  );
});
