import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPlatform } from '#mocks/platform';
import { createReferenceTill } from '#mocks/pos';
import { systemClock } from '#mocks/time';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance, folderWith, hosting, resultIn } from '../cli.fixture.ts';
import { journalIn, shop, verdictOf, watching } from './watch.fixture.ts';

const pause = async (): Promise<void> => {
  await new Promise<void>((resolve) => void setTimeout(resolve, 50));
};

test('what a live shop does wrong is named while it goes on, and reported in the end', {
  timeout: 90_000,
}, async () => {
  const { url, config } = await shop('order:never-idempotent');
  const cwd = testFolder();
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

test('what a till does wrong is named in front of the platform, its queue calls as well', {
  timeout: 90_000,
}, async () => {
  const platform = createPlatform({ clock: systemClock });
  const { integrationProfileId } = platform.control.addLocation({ merchantTaxId: '5250000001' });
  const { pinCode } = platform.control.issuePin(integrationProfileId);
  const cwd = testFolder();
  const watch = await watching(['--target', await hosting(platform.fetch)], cwd, 'pos');
  const till = createReferenceTill({ variant: 'quartz', clock: systemClock, faults: ['delete:before-callback'] });
  onTestFinished(async () => {
    await till.stop();
    platform.close();
  }, 30_000);
  // The address of its queue is the one it called: it is sent through the watch by itself.
  const told = { platformUrl: watch.url, merchantTaxId: '5250000001', pinCode };
  const activated = await till.fetch(
    new Request(`http://till.example/do/activate?${new URLSearchParams(told).toString()}`),
  );
  expect(activated.status).toBeLessThan(300);
  const ask = { messageKind: 'TableOrderSnapshotRequested', payload: { tableId: 'T1' } } as const;
  // As soon as it has reported its health.
  await expect.poll(() => platform.control.sendCommand(integrationProfileId, ask).ok).toBe(true);
  await expect.poll(() => journalIn(cwd)).toContain('deleted a message before its callback');
  watch.child.kill('SIGINT');
  expect((await verdictOf(watch, cwd)).code).toBe(1);
  const failed = resultIn(cwd, 'out').requirements.filter(({ status }) => status === 'failed');
  expect(failed.map(({ id }) => id)).toEqual(['queue/delete-after-callback']);
});

test('killed in the middle it leaves a journal that can be reported, and callers get on once it is started again', {
  timeout: 180_000,
}, async () => {
  const { url } = await shop();
  const cwd = testFolder();
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
  await expect.poll(() => journalIn(cwd)).toContain('run-started');
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  expect((await conformance(['report', 'out', '--ci'], { cwd })).code).toBe(4);
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  const second = await watching(['--target', url, '--listen', port], cwd);
  const before = answered.length;
  await expect.poll(() => answered.length).toBeGreaterThan(before + 5);
  isOver = true;
  await customer;
  expect(answered.every((status) => status === 404)).toBe(true);
  await expect.poll(() => journalIn(cwd)).toContain('run-started');
  second.child.kill('SIGINT');
  const { code, stderr } = await verdictOf(second, cwd);
  expect([code, stderr]).toEqual([
    4,
    expect.stringMatching(/conformance judge merchant out\/journal\*\.ndjson[\s\S]*Set merchant\.basketUrl/),
  ]);
  const journals = readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.ndjson'));
  expect(journals).toHaveLength(2);
});
