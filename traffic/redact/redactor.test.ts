import { expect, test } from 'vitest';
import { redacted } from './secret-places.ts';
import { createRedactor } from './redactor.ts';

const canary = 'c4n/ary+ä"7 ~1';
const redactor = createRedactor({
  headers: { 'X-Shop': canary, Authorization: 'Basic dXNlcjpodW50ZXItMg==' },
  values: ['from-env-1'],
});

const lower = (text: string): string => text.replaceAll(/%..|\\u..../g, (escape) => escape.toLowerCase());
const units = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`);
const everyByte = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const spellings: Readonly<Record<string, string>> = {
  'as it is': canary,
  'inside JSON': JSON.stringify({ echo: canary }),
  'inside JSON that escapes slashes': json(canary).replaceAll('/', '\\/'),
  'inside JSON that escapes all but ASCII': json(canary).replaceAll('ä', '\\u00e4'),
  'inside JSON that escapes all but ASCII in upper case': json(canary).replaceAll('ä', '\\u00E4'),
  'inside JSON that escapes for HTML': json(canary).replaceAll('+', '\\u002B').replaceAll('\\"', '\\u0022'),
  'with every character escaped': units(canary),
  'with every character escaped in lower case': lower(units(canary)),
  'inside JSON in JSON': JSON.stringify(JSON.stringify({ echo: canary }).replaceAll('/', '\\/')),
  'inside JSON in JSON in JSON': JSON.stringify(JSON.stringify(JSON.stringify([canary]))),
  'as a JSON pointer': `/products/${canary.replaceAll('~', '~0').replaceAll('/', '~1')}/price`,
  'percent-encoded': encodeURIComponent(canary),
  'percent-encoded in lower case': lower(encodeURIComponent(canary)),
  'percent-encoded as a whole address is': encodeURI(canary),
  'with every byte percent-encoded': everyByte(canary),
  'with every byte percent-encoded in lower case': lower(everyByte(canary)),
  'percent-encoded twice': encodeURIComponent(encodeURIComponent(canary)),
  'percent-encoded inside JSON in an address': encodeURIComponent(JSON.stringify({ echo: canary })),
  'form-encoded': new URLSearchParams({ q: canary }).toString(),
  'form-encoded in lower case': lower(new URLSearchParams({ q: canary }).toString()),
  'inside markup': canary.replaceAll('"', '&quot;'),
  'inside markup that refers to all but letters': canary.replaceAll(
    /\W/g,
    (one) => `&#x${one.charCodeAt(0).toString(16)};`,
  ),
  'inside markup that refers to every character': canary.replaceAll(/[^]/g, (one) => `&#${one.charCodeAt(0)};`),
  'inside JSON inside markup': JSON.stringify(canary).replaceAll('"', '&#34;').replaceAll('/', '&#X2F;'),
  'in Base64': base64(canary),
  'in Base64 after one byte': base64(`u${canary}`),
  'in Base64 after a user name': base64(`me:${canary}`),
  'in Base64 between other text': base64(`user-${canary}-tail`),
  'in Base64 for addresses': Buffer.from(canary).toString('base64url'),
  'in Base64 inside JSON that escapes slashes': base64(`${canary}???`).replaceAll('/', '\\/'),
  'in Base64 inside an address': encodeURIComponent(base64(canary)),
  'in Base64 of JSON': base64(JSON.stringify({ echo: canary })),
  'in Base64 of JSON that escapes slashes': base64(`["${json(canary).replaceAll('/', '\\/')}"]`),
  'in Base64 of JSON that escapes all but ASCII': base64(json(canary).replaceAll('ä', '\\u00e4')),
  'in Base64 of an address': base64(`?q=${encodeURIComponent(canary)}`),
  'in Base64 of an address in lower case': base64(`/${lower(encodeURIComponent(canary))}/`),
  'in hex': Buffer.from(canary).toString('hex'),
  'in hex in upper case': Buffer.from(canary).toString('hex').toUpperCase(),
};

test('a secret is taken out however often was looked for it, with and without others that became known', () => {
  const plain = 'a.b*c(d)[e]{f}^$|\\g-h/i';
  const many = createRedactor({ values: [plain] });
  for (let round = 0; round < 40; round++) {
    expect(many.text('nothing in here, a-b-c')).toBe('nothing in here, a-b-c');
    expect(many.text(`<${plain}>`)).toBe(`<${redacted}>`);
    if (round === 30) many.add(['another one']);
  }
  expect(many.text('with another one in it')).toBe(`with ${redacted} in it`);
});

test.each(Object.entries(spellings))('a secret is taken out %s', (_, text) => {
  const clean = redactor.text(`before ${text} after`);
  expect(clean).toMatch(/^before .*after$/);
  expect(clean).toContain(redacted);
  for (const part of ['c4n', 'c4n/ary', '\\u0063', '%63', '&#99;', base64('c4n'), '63346e2f', '63346E2F'])
    expect(clean).not.toContain(part);
});

test.each(Object.entries(spellings))('so it is out of what is decoded when it stands there %s', (_, text) => {
  const clean = JSON.stringify(redactor.value({ deep: [{ [text]: `a ${text} b` }], n: 1 }));
  for (const part of ['c4n', '\\u0063', '%63', base64('c4n'), '63346e2f', '63346E2F'])
    expect(clean).not.toContain(part);
  expect(JSON.parse(clean).n).toBe(1);
});

test('what stands around a hidden secret stays as it was written', () => {
  expect(redactor.text('{"a":"\\u00e9\\/x from\\u002Denv-1 100%25","b":"\\n"}')).toBe(
    `{"a":"\\u00e9\\/x ${redacted} 100%25","b":"\\n"}`,
  );
  const untouched = 'C:\\new\\u12 50% of \\" %zz %E4 \uD800 …';
  expect(redactor.text(untouched)).toBe(untouched);
});

test('a secret that looks like an escape itself is found', () => {
  const odd = createRedactor({ values: ['a%41b\\u0041"c'] });
  for (const text of ['a%41b\\u0041"c', json('a%41b\\u0041"c'), encodeURIComponent('a%41b\\u0041"c')])
    expect(odd.text(`<${text}>`)).toBe(`<${redacted}>`);
});

test('a secret that a shortened text shows half of is taken out too', () => {
  expect(redactor.text('the id "from-en… is too long, from-…')).toBe(`the id "${redacted}… is too long, ${redacted}…`);
  expect(redactor.text('c4n\\/ar…')).toBe(`${redacted}…`);
  expect(redactor.text('a frame of f… stays')).toBe('a frame of f… stays');
});

test('the user and password inside a Basic header are secrets too', () => {
  expect(redactor.text('{"word":"hunter-2"}')).toBe(`{"word":"${redacted}"}`);
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
      'x-checked': 'sum 0123456789abcdef0123456789abcdef.',
    }),
  ).toEqual({
    'x-shop': redacted,
    'set-cookie': redacted,
    'X-Signature': redacted,
    date: 'today',
    via: redacted,
    'x-checked': `sum ${redacted}.`,
  });
});

test('a header value that is a common word is hidden in its header and left alone elsewhere', () => {
  const common = createRedactor({ headers: [{ 'X-Debug': 'true' }, { Accept: 'application/json' }] });
  expect(common.text('{"isAvailable":true}')).toBe('{"isAvailable":true}');
  expect(common.headers({ 'x-debug': 'true', 'content-type': 'application/json' })).toEqual({
    'x-debug': redacted,
    'content-type': 'application/json',
  });
});

test('members and parameters that hold secrets are hidden without knowing these', () => {
  const { text } = createRedactor();
  expect(text('{"pinCode": "12\\"34", "secret":5, "name":"x"}')).toBe(
    `{"pinCode": "${redacted}", "secret":"${redacted}", "name":"x"}`,
  );
  expect(text(JSON.stringify({ body: '{"apiKey":"k-1","n":1}' }))).toBe(
    JSON.stringify({ body: `{"apiKey":"${redacted}","n":1}` }),
  );
  expect(text('/cb?next=1&access_token=abc#top')).toBe(`/cb?next=1&access_token=${redacted}#top`);
  expect(text('/cb?to=https%3A%2F%2Fshop%3Fapi-key%3Dabc')).toBe(`/cb?to=https%3A%2F%2Fshop%3Fapi-key%3D${redacted}`);
  expect(text('a token=abc that is no parameter')).toBe('a token=abc that is no parameter');
});

test('signatures are secrets for a while, and what is added later is one from then on', () => {
  const growing = createRedactor();
  growing.add(['late-secret']);
  growing.signed({ 'X-Sum': 'v1=0123456789abcdef01234567' }, 'http://shop/');
  expect(growing.text('late-secret 0123456789abcdef01234567')).toBe(`${redacted} ${redacted}`);
  expect(growing.headers({ 'x-sum': 'short' })).toEqual({ 'x-sum': redacted });
  growing.signed({ 'X-By': 'shop-17:0123456789abcdef76543210' }, 'http://shop/');
  expect(growing.text('by shop-17:0123456789abcdef76543210')).toBe(`by ${redacted}`);
});

test.each([
  ['backslashes', '\\'.repeat(200_000)],
  ['quotes', '"'.repeat(200_000)],
  ['percents', '%41%'.repeat(50_000)],
  ['parameters without an end', '?token'.repeat(40_000)],
  ['members without an end', '"secret":"'.repeat(20_000)],
  ['references without an end', '&#34&#'.repeat(40_000)],
  ['references', '&#99999;&amp;'.repeat(20_000)],
  ['digits', '1'.repeat(200_000)],
  ['ellipses', 'c4n/a…'.repeat(20_000)],
])('a text of nothing but %s is done in no time', (_, text) => {
  // Of this thread's own work: what is quadratic takes minutes.
  const before = process.threadCpuUsage();
  redactor.text(text);
  redactor.headers({ 'x-long': text });
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
});
