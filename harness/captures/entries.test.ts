import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { entriesIn } from './entries.ts';

const all = async (content: string | Uint8Array, folder = testFolder()) => {
  const path = join(folder, 'capture');
  writeFileSync(path, content);
  const entries = [];
  for await (const entry of entriesIn(path, 'capture')) entries.push(entry);
  return entries;
};

const archive = { log: { version: '1.2', creator: {}, entries: [{ a: 1 }, { b: { entries: [2] } }], pages: [{}] } };
const har = [{ a: 1 }, { b: { entries: [2] } }].map((value) => ({ format: 'har', value }));
const lines = [{ n: 1 }, { n: 2 }].map((value) => ({ format: 'exchange', value }));
const started = '{"event":"run-started"}\n';

test.each([
  ['an archive on one line', JSON.stringify(archive), har],
  ['a printed archive', JSON.stringify(archive, undefined, 2), har],
  ['with a byte order mark', `\uFEFF${JSON.stringify(archive)}`, har],
  ['packed', gzipSync(JSON.stringify(archive)), har],
  ['packed as a .zhar', deflateSync(JSON.stringify(archive)), har],
  ['an archive without entries', '{"log":{"version":"1.2","entries":[]}}', []],
  ['an exchange to a line', '{"n":1}\n\n{"n":2}\n', lines],
  ['a journal', `${started}{"event":"exchange","exchange":{"n":1}}\n{"event":"exchange","exchange":{"n":2}}`, lines],
  [
    'a journal that was cut off',
    `${started}{"event":"exchange","exchange":{"n":1}}\n{"event":"exch`,
    lines.slice(0, 1),
  ],
  [
    'a long first line',
    `${JSON.stringify({ n: 'x'.repeat(100_000) })}\n`,
    [{ format: 'exchange', value: { n: 'x'.repeat(100_000) } }],
  ],
  [
    'a long archive',
    JSON.stringify({ log: { entries: [{ a: 'x'.repeat(100_000) }] } }),
    [{ format: 'har', value: { a: 'x'.repeat(100_000) } }],
  ],
])('reads %s', async (_, content, entries) => {
  expect(await all(content)).toEqual(entries);
});

test.each([
  ['nothing', '', 'is not an HTTP Archive'],
  ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'is UTF-16; save it as UTF-8'],
  ['a ZIP file', 'PK\u0003\u0004', 'is a ZIP file. Unpack it'],
  ['no JSON', 'GET / HTTP/1.1\r\n', 'cannot be read'],
  ['another document', '{\n"a": [1]}', 'is not an HTTP Archive'],
  ['an archive that was cut off', JSON.stringify(archive).slice(0, -30), 'ends in the middle'],
  ['lines with a broken one', '{"n":1}\n{oops\n{"n":2}', 'line 2 is not JSON'],
])('refuses %s in one sentence', async (_, content, why) => {
  await expect(all(content)).rejects.toThrow(why);
});

test('a file that is not there is named', async () => {
  await expect(entriesIn('/nowhere/at/all', 'all').next()).rejects.toThrow('all cannot be read');
});

test('bodies that are files beside the archive are read, and nothing that is elsewhere', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'body.json'), '{"a":1}');
  const entries = ['body.json', 'gone.json', '../captures/body.json'].map((_file) => ({
    request: {},
    response: { content: { _file } },
  }));
  const read = await all(JSON.stringify({ log: { entries } }), folder);
  expect(read.map(({ value }) => Object(value).response.content.text)).toEqual(['eyJhIjoxfQ==', undefined, undefined]);
});
