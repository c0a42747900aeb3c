import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, conformance, folderWith, program, runWith } from '../cli.fixture.ts';

test('no configuration: what writes one is said', async () => {
  const { code, stderr } = await conformance(['run', 'merchant']);
  expect([code, stderr]).toEqual([
    2,
    'The configuration file conformance.yaml does not exist: conformance init merchant, or pos, writes one.\n',
  ]);
});

test.each([
  ['an unknown key', 'merchant: { baskeUrl: "http://a" }', /baskeUrl.*basketUrl/],
  ['a wrong type', 'merchant: { basketUrl: "http://a", budget: { orders: many } }', /merchant.*budget.*orders/],
  ['a syntax error', 'merchant: { basketUrl: "http://a"', /conformance\.yaml:1:\d+/],
  ['a variable that is not set', 'merchant: { basketUrl: "${NO_SUCH_SHOP}" }', /merchant\.basketUrl.*NO_SUCH_SHOP/],
  ['an address that is none', 'merchant: { basketUrl: shop.example/basket }', /merchant\.basketUrl.*http/],
  ['no address at all', 'target: { name: x }', /merchant\.basketUrl/],
])('%s is misuse and names the key', async (_, config, message) => {
  const { code, stderr, folder } = await runWith(config);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(existsSync(join(folder, 'conformance-results', 'results.json'))).toBe(false);
});

test.each<[string, readonly string[], RegExp]>([
  ['an unknown command', ['rnu', 'merchant'], /no command rnu\. Did you mean conformance run\?\n/],
  ['a missing word', ['run'], /needs <suite>, one of merchant, pos, platform, such as conformance run merchant\.\n/],
  ['a missing id', ['explain'], /needs <id>, such as conformance explain order\/idempotent\.\n/],
  ['missing folders', ['report'], /needs <folders>, such as conformance report conformance-results\.\n/],
  ['missing captures', ['judge', 'merchant'], /, such as conformance judge merchant traffic\.har\.\n/],
  ['a word too many', ['run', 'merchant', 'now'], /no place for "now": conformance run <suite>/],
  ['an unknown option', ['run', 'merchant', '--confg', 'x'], /confg.*Did you mean --config/],
  ['an option without its value', ['run', 'merchant', '--seed'], /seed/],
  ['an unknown suite', ['run', 'shop'], /"shop".*merchant/],
  ['a suite nobody configures', ['init', 'platform'], /"platform".*merchant, pos/],
  [
    'an unknown requirement',
    ['explain', 'catalogue/limt'],
    /no requirement, assumption, trigger or scenario "catalogue\/limt".*catalogue\/limit\?/,
  ],
  ['an unknown shape', ['validate', 'baskett'], /no schema "baskett".*basket\?/],
  ['a folder without a journal', ['report', '.'], /no journal\.ndjson/],
  [
    'another register in place',
    ['report', '.', '--register', '1.4.0'],
    /--register: \. keeps .* another folder with --out/,
  ],
  [
    'another register to compare by',
    ['report', '--compare', 'a', 'b', '--out', 'c', '--register', '1.4.0'],
    /no --compare/,
  ],
])('%s is misuse', async (_, args, message) => {
  const { code, stderr } = await conformance(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test.each<[string, readonly string[], RegExp]>([
  ['an unknown requirement in --only', ['--only', 'catalogue/limt'], /catalogue\/limt.*catalogue\/limit/s],
  ['a register that is none', ['--register', '1.16.0'], /--register: "1\.16\.0".*Valid: 1\.0\.1, .*2\.2\.0\./],
  ['a seed that is none', ['--seed', 'lucky'], /--seed: "lucky"/],
  ['a shard that is none', ['--shard', '3/2'], /--shard: "3\/2"/],
  ['a replay that is not there', ['--replay', 'nothing.json'], /--replay: nothing\.json/],
])('%s is misuse', async (_, args, message) => {
  const { code, stderr } = await runWith(at('http://127.0.0.1:1'), ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test.each(['run merchant', 'run pos', 'run platform', 'doctor merchant', 'doctor pos', 'doctor platform', 'platform'])(
  '%s refuses an address nobody can listen on',
  async (words) => {
    for (const key of ['listen', 'controlListen']) {
      const cwd = folderWith({
        ...at('http://127.0.0.1:1'),
        pos: { merchantTaxId: '1' },
        platform: { [key]: 'localhost' },
      });
      const { code, stderr } = await conformance(words.split(' '), { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining(`platform.${key}: "localhost" is not an address`)]);
    }
  },
);

test('what cannot be asked for leaves the results of the run before as they were', async () => {
  const cwd = folderWith(at('http://127.0.0.1:1'));
  const left = () => readdirSync(join(cwd, 'conformance-results')).sort();
  await conformance(['run', 'merchant'], { cwd });
  const before = left();
  expect(before).toContain('report.html');
  const journal = readFileSync(join(cwd, 'conformance-results', 'journal.ndjson'), 'utf8');
  const { code } = await conformance(['run', 'merchant', '--only', 'oder/idempotent'], { cwd });
  expect([code, left()]).toEqual([2, before]);
  expect(readFileSync(join(cwd, 'conformance-results', 'journal.ndjson'), 'utf8')).toBe(journal);
});

test('an output folder that cannot be written to is said before anything is sent', async () => {
  const cwd = folderWith(at('http://127.0.0.1:1'));
  writeFileSync(join(cwd, 'taken'), '');
  const { code, stderr } = await conformance(['run', 'merchant', '--out', 'taken/results'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/output folder taken\/results cannot be written to \(it is a file\).*--out/);
});

test('no command is misuse, and so is an unknown one, of the program as well', async () => {
  expect(await program([])).toMatchObject({ code: 2, stderr: expect.stringMatching(/conformance <command>/) });
  expect(await program(['rnu'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/no command rnu/) });
});

test('an old Node gets a sentence and nothing else', async () => {
  const pretend = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
  const { code, stdout, stderr } = await program(['run', 'merchant'], {
    nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`],
  });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^conformance needs Node\.js 22\.22.*this is 20\.20\.2.*\n$/);
});

test('a read-only folder is refused', {
  skip: process.getuid?.() === 0 && 'root may write anywhere' ? true : false,
}, async () => {
  const cwd = folderWith(at('http://127.0.0.1:1'));
  chmodSync(cwd, 0o555);
  const { code, stderr } = await conformance(['run', 'merchant'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/no permission/)]);
});
