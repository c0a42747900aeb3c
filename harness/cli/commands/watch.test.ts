import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance, folderWith } from '../cli.fixture.ts';
import { journalIn, shop, verdictOf, watching } from './watch.fixture.ts';

test('the console shows what is watched with its verdicts, and no secrets', { timeout: 60_000 }, async () => {
  const { url, config } = await shop('order:never-idempotent');
  const cwd = testFolder();
  const watch = await watching(['--target', url, '--control-port', '0', '--body-cap', '0'], cwd);
  await expect.poll(() => watch.told()).toMatch(/console {3}http/);
  const page = /console {3}(\S+)/.exec(watch.told())?.[1] ?? '';
  const { pathname } = new URL(config.merchant?.basketUrl ?? '');
  const headers = { Authorization: 'Bearer s3cret-of-nobody', Cookie: 'session=s3cret-of-nobody' };
  await (await fetch(`${watch.url}${pathname}?basketId=demo-1`, { headers })).text();
  const shown = async () => await (await fetch(`${page}exchanges`)).text();
  await expect.poll(shown).toContain('basketId=demo-1');
  expect(JSON.parse(await shown())).toMatchObject({ exchanges: [{ call: 'retrieval', verdict: 'not-judged' }] });
  expect(await (await fetch(page)).text()).toContain('<!doctype html>');
  watch.child.kill('SIGINT');
  await watch.ended;
  expect(journalIn(cwd)).toContain('basketId=demo-1');
  expect(`${journalIn(cwd)}${watch.told()}`).not.toContain('s3cret-of-nobody');
});

test('mirrored pairs come to the verdict of a run, and Prometheus reads what was wrong', {
  timeout: 60_000,
}, async () => {
  const { config } = await shop();
  const cwd = folderWith(config);
  const watch = await watching(['--mirror', '0', '--config', 'conformance.yaml'], cwd);
  const request = { method: 'GET', url: `${config.merchant?.basketUrl}?basketId=demo-1`, body: '' };
  const headers = { 'content-type': 'application/json', 'set-cookie': 's3cret-of-nobody' };
  const pair = (body: string): string => JSON.stringify({ request, response: { status: 200, headers, body } });
  const body = [pair('{"id":7}'), pair('{"id":7}'), 'nonsense', pair('{')].join('\n');
  expect(await (await fetch(watch.url, { method: 'POST', body })).json()).toMatchObject({ taken: 3, refused: 1 });
  const metrics = async () => await (await fetch(`${watch.url}/metrics`)).text();
  await expect.poll(metrics).toContain('conformance_protocol_calls_total 3\n');
  expect(await metrics()).toMatch(/violations_total\{requirement="basket\/[^"]+"\} 2\n/);
  expect(await metrics()).toContain('conformance_mirror_refused_total{reason="no JSON"} 1\n');
  watch.child.kill('SIGINT');
  const { code, stderr } = await verdictOf(watch, cwd);
  expect(code).toBe(1);
  expect(stderr).toContain('A mirrored line was refused: it is no JSON.');
  expect(journalIn(cwd)).toContain('basketId=demo-1');
  expect(journalIn(cwd)).not.toContain('s3cret-of-nobody');
});

test.each([
  [[], '--target is missing'],
  [['--target', 'shop'], 'is not an address'],
  [['--target', 'http://127.0.0.1:1', '--listen', 'nowhere'], '--listen'],
  [['--target', 'http://127.0.0.1:1', '--sample', '2'], '--sample'],
  [['--target', 'http://127.0.0.1:1', '--body-cap', '-1'], '--body-cap'],
  [['--target', 'http://127.0.0.1:1', '--control-port', 'nowhere'], '--control-port'],
  [['--mirror', 'nowhere'], '--mirror'],
  [['--mirror', '0.0.0.0:0'], '--mirror: 0.0.0.0 is not of this machine'],
  [['--mirror', '0', '--listen', '0'], 'leave out --mirror'],
  [['--mirror', '0', '--target', 'shop'], 'is not an address'],
])('refuses %j in one sentence', async (args, why) => {
  const { code, stderr } = await conformance(['watch', 'merchant', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
});
