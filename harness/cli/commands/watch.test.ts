import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { expect, onTestFinished, test } from 'vitest';
import { conformance, emptyFolder, folderWith, hosting, resultIn, start } from '../cli.fixture.ts';

const shop = async (fault?: 'order:never-idempotent') => {
  const merchant = createReferenceMerchant({
    variant: 'granite',
    clock: systemClock,
    faults: fault === undefined ? [] : [fault],
  });
  const url = await hosting(merchant.fetch);
  return { url, config: merchant.configuration(url) };
};

const journalIn = (cwd: string): string => {
  const path = join(cwd, 'out', 'journal.ndjson');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

const pause = async (): Promise<void> => {
  await new Promise<void>((resolve) => void setTimeout(resolve, 50));
};

const watching = async (args: readonly string[], cwd: string) => {
  const { child, ended } = start(['watch', 'merchant', '--ci', '--out', 'out', ...args], { cwd });
  let told = '';
  child.stdout.on('data', (text: string) => (told += text));
  await expect.poll(() => told, { timeout: 30_000 }).toMatch(/watching {2}http/);
  const url = /watching {2}(\S+) ->/.exec(told)?.[1] ?? '';
  return { child, ended, url, told: () => told };
};

/** It ends within two seconds; where others have the processor, what it has not written by then is written by another command. */
const verdictOf = async ({ ended }: Awaited<ReturnType<typeof watching>>, cwd: string) => {
  const { code, stdout, stderr } = await ended;
  if (code !== 130) return { code, stdout, stderr };
  expect(stderr).toContain('conformance report out writes them from the journal');
  return { ...(await conformance(['report', 'out', '--ci'], { cwd })), stderr };
};

test('what a live shop does wrong is named while it goes on, and reported in the end', {
  timeout: 90_000,
}, async () => {
  const { url, config } = await shop('order:never-idempotent');
  const cwd = emptyFolder();
  const watch = await watching(['--target', url], cwd);
  const certified = folderWith(JSON.parse(JSON.stringify(config).replaceAll(url, watch.url)) as typeof config);
  const run = await conformance(['run', 'merchant', '--ci', '--effort', 'quick', '--only', 'order'], {
    cwd: certified,
  });
  watch.child.kill('SIGINT');
  const { code, stdout, stderr } = await verdictOf(watch, cwd);
  expect([run.code, code]).toEqual([1, 1]);
  expect(stderr).toMatch(/✗ order\/idempotent/);
  expect(stdout).toContain('order/idempotent');
  const failed = resultIn(cwd, 'out').requirements.filter(({ status }) => status === 'failed');
  expect(failed.map(({ id }) => id)).toContain('order/idempotent');
});

test('killed in the middle it leaves a journal that can be reported, and callers get on once it is started again', {
  timeout: 180_000,
}, async () => {
  const { url } = await shop();
  const cwd = emptyFolder();
  const first = await watching(['--target', url], cwd);
  const port = new URL(first.url).port;
  // As a platform does, whoever gets no answer asks again.
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const answered: number[] = [];
  const ask = async (): Promise<number> => {
    for (;;) {
      const status = await fetch(`${first.url}/nowhere`).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status !== undefined) return status;
      await pause();
    }
  };
  const customer = (async () => {
    while (!isOver) {
      answered.push(await ask());
      await pause();
    }
  })();
  await expect.poll(() => journalIn(cwd), { timeout: 30_000 }).toContain('run-started');
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  expect((await conformance(['report', 'out', '--ci'], { cwd })).code).toBe(4);
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  const second = await watching(['--target', url, '--listen', port], cwd);
  const before = answered.length;
  await expect.poll(() => answered.length, { timeout: 30_000 }).toBeGreaterThan(before + 5);
  isOver = true;
  await customer;
  expect(answered.every((status) => status === 404)).toBe(true);
  await expect.poll(() => journalIn(cwd), { timeout: 30_000 }).toContain('run-started');
  second.child.kill('SIGINT');
  expect((await verdictOf(second, cwd)).code).toBe(4);
});

test('the console shows what is watched with its verdicts, and no secrets', { timeout: 60_000 }, async () => {
  const { url, config } = await shop('order:never-idempotent');
  const cwd = emptyFolder();
  const watch = await watching(['--target', url, '--control-port', '0', '--body-cap', '0'], cwd);
  await expect.poll(() => watch.told(), { timeout: 30_000 }).toMatch(/console {3}http/);
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
