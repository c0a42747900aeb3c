import { deflateRawSync, deflateSync, gzipSync, brotliCompressSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { largestBody, readBody, toBody } from './body.ts';
import { decompress } from './decompress.ts';
import { readJson } from './read-json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const reasonOf = (body: Uint8Array): string | undefined => {
  const read = readJson(body);
  return read.ok ? undefined : read.reason;
};

test.each([
  ['nothing at all', bytes(''), 'the body is empty'],
  ['white space', bytes(' \n'), 'the body is blank'],
  [
    'a page',
    bytes('<!DOCTYPE html><title>Oops</title>'),
    'the body is a page, not JSON: <!DOCTYPE html><title>Oops</title>',
  ],
  ['plain words', bytes('OK'), 'the body is not JSON: OK'],
  ['a cut object', bytes('{"ä":[1,2'), 'the JSON ends too early, at byte 10'],
  ['a cut string', bytes('{"a":"b'), 'the JSON ends too early, at byte 7'],
  ['a trailing comma', bytes('{"ä":1,}'), 'the body is not JSON: unexpected "}" at byte 8'],
  ['other bytes', Uint8Array.of(0x22, 0xff, 0xfe, 0x22), 'the body is not UTF-8'],
  ['undeclared gzip', gzipSync('{}'), 'the body is gzip, but no Content-Encoding says so'],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x7b, 0), 'the body is UTF-16, not UTF-8'],
])('%s is not readable, and the reason says which', (_, body, reason) => {
  expect(reasonOf(body)).toBe(reason);
});

test.each([
  ['empty objects', `[${'{},'.repeat(600_000)}{}]`, 'it holds more than 1000000 values'],
  ['numbers', `[${'1,'.repeat(1_000_001)}1]`, 'it holds more than 1000000 values'],
  ['brackets', '['.repeat(600_000), 'it is nested more than 1000 levels deep'],
  ['objects in objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 'it is nested more than 1000 levels deep'],
  [
    'names',
    `[${Array.from({ length: 25_000 }, (_, index) => `{"${index}":1}`).join(',')}]`,
    'it has more than 20000 names of members',
  ],
])('what is nothing but %s is not even parsed', (_, text, reason) => {
  expect(reasonOf(bytes(text))).toBe(`the body is too much to read: ${reason}`);
});

test('names that one hash takes for each other are counted all the same', () => {
  // Of two letters each, of which polynomials of 31, as Java has them, say the same.
  const twin = (n: number): string => n.toString(2).padStart(15, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB');
  const names = Array.from({ length: 25_000 }, (_, n) => `"${twin(n)}":1`);
  expect(reasonOf(bytes(`{${names.join(',')}}`))).toMatch(/more than 20000 names/);
});

test.each([
  ['a thousand levels', `${'['.repeat(1000)}${']'.repeat(1000)}`],
  ['brackets and escaped quotes in a text', JSON.stringify(['[{,:"\\'.repeat(300_000)])],
  ['objects beside one another', `[${'{"a":1},'.repeat(30_000)}{}]`],
])('%s can be read', (_, text) => {
  expect(reasonOf(bytes(text))).toBeUndefined();
});

test.each([
  ['a byte order mark', '\uFEFF{"a":1}'],
  ['a name twice in one object', '{"a":1,"a":2}'],
])('%s is fine', (_, text) => {
  expect(reasonOf(bytes(text))).toBeUndefined();
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['identity', (text: string) => Buffer.from(text)],
  ['deflate, gzip', (text: string) => gzipSync(deflateSync(text))],
])('declared %s is taken off', (encoding, compress) => {
  const read = decompress(compress('{"a":1}'), encoding, 1000);
  expect(read.ok && Buffer.from(read.bytes).toString()).toBe('{"a":1}');
});

test('a bomb stops at the cap, and an unknown or broken coding is said to be so', () => {
  expect(decompress(gzipSync('x'.repeat(10_000)), 'gzip', 1000)).toMatchObject({
    reason: 'the body is larger than 1000 bytes once unpacked',
  });
  expect(decompress(bytes('{}'), 'gzip', 1000)).toMatchObject({ reason: 'the body is no valid gzip' });
  expect(decompress(bytes('{}'), 'rot13', 1000)).toMatchObject({
    reason: 'its Content-Encoding is rot13, which cannot be read',
  });
});

test('a body is parsed once, without its coding, and tells of a byte order mark', () => {
  const body = toBody(gzipSync('\uFEFF{"a":1}'), { encoding: 'gzip' });
  expect(body).toMatchObject({ json: { ok: true, value: { a: 1 } }, text: '{"a":1}', hasMark: true, truncated: false });
  const [once, again] = [body.json, body.json];
  expect(once).toBe(again);
  expect(toBody(bytes('{}'))).toMatchObject({ hasMark: false, text: '{}' });
});

test('what is cut off is never read as if it were whole', () => {
  expect(toBody(bytes('{}'), { truncated: true }).json).toEqual({ ok: false, reason: 'only its beginning was kept' });
  expect(toBody(new Uint8Array(largestBody), { truncated: true }).json).toEqual({
    ok: false,
    reason: 'the body is larger than 16 MiB and was cut off',
  });
});

const post = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Readonly<Record<string, string>> = {},
) => new Request('http://here/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
const chunks = (...texts: readonly string[]) => ReadableStream.from(texts.map(bytes));

test('a message is read as far as the cap, with its length declared or not', async () => {
  const read = async (message: Request, cap?: number) => (await readBody(message, cap)).body;
  expect((await read(post('{}', { 'content-length': '2' }))).json).toEqual({ ok: true, value: {} });
  expect((await read(post(chunks('{"a"', ':1}')))).json).toEqual({ ok: true, value: { a: 1 } });
  const cut = await read(post(chunks('12345', '67890')), 7);
  expect([cut.truncated, Buffer.from(cut.bytes).toString()]).toEqual([true, '1234567']);
  expect((await read(new Request('http://here/'))).bytes).toHaveLength(0);
  expect((await read(post(gzipSync('[1]'), { 'content-encoding': 'gzip' }))).json).toEqual({ ok: true, value: [1] });
});

test('a sender that hangs up half-way leaves a body that says so', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes('{"a"'));
    },
    pull: (controller) => controller.error(new Error('gone')),
  });
  const read = await readBody(post(broken));
  expect([read.incomplete, Buffer.from(read.body.bytes).toString()]).toEqual([true, '{"a"']);
});
