import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEvent } from '#schemas';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { createJournal, parseJournal, readJournal } from './journal.ts';

const event = (what: string): JournalEvent => ({ event: 'unexpected', what });
const line = (what: string): string => `${JSON.stringify(event(what))}\n`;

test('each event is on the disk as soon as it is written', () => {
  const folder = testFolder();
  const path = join(folder, 'journal.ndjson');
  const journal = createJournal(path);
  journal.write(event('one'));
  expect(readFileSync(path, 'utf8')).toBe(line('one'));
  journal.write(event('two'));
  expect(readJournal(path)).toEqual([event('one'), event('two')]);
  journal[Symbol.dispose]();
  journal.write(event('three'));
  expect(readJournal(path)).toHaveLength(2);
});

test('a last line cut off by a kill is left away', () => {
  expect(parseJournal(`${line('one')}{"event":"unexp`, 'j')).toEqual([event('one')]);
});

test('a broken line before others is no journal', () => {
  expect(() => parseJournal(`${line('one')}{"event"\n${line('two')}`, 'j')).toThrow('j, line 2 is no journal event');
});

test.each<[string, string]>([
  ['an exchange number that is a path', JSON.stringify({ event: 'exchange', exchange: { n: '../../x' } })],
  ['an event nobody knows', '{"event":"run-begun"}'],
  ['a check without an outcome', '{"event":"check","scenario":"s","requirement":"r","by":"law"}'],
  ['a shard of nothing', '{"event":"run-started","shard":{"index":0,"of":0}}'],
  ['no object', 'null'],
])('a line with %s is refused, the last one too', (_, text) => {
  expect(() => parseJournal(`${line('one')}${text}\n`, 'j')).toThrow(/^j, line 2 is no journal event: /);
});
