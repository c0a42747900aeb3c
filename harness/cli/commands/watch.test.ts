import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance } from '../cli.fixture.ts';
import { journalIn, shop, watching } from './watch.fixture.ts';

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

test.each([
  [[], '--target is missing'],
  [['--target', 'shop'], 'is not an address'],
  [['--target', 'http://127.0.0.1:1', '--listen', 'nowhere'], '--listen'],
  [['--target', 'http://127.0.0.1:1', '--sample', '2'], '--sample'],
  [['--target', 'http://127.0.0.1:1', '--body-cap', '-1'], '--body-cap'],
  [['--target', 'http://127.0.0.1:1', '--control-port', 'nowhere'], '--control-port'],
])('refuses %j in one sentence', async (args, why) => {
  const { code, stderr } = await conformance(['watch', 'merchant', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
});
