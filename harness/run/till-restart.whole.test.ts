import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '#schemas';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { certify } from '../index.ts';

const script = fileURLToPath(new URL('../../lab/doubles/till/till-on-disk.ts', import.meta.url));
const kept = ['queue/duplicate-not-applied', 'queue/idempotency-key', 'table/lines-follow-orders'];

/** A till that is a process of its own is killed with SIGKILL three times, in the middle of its work. */
const restarted = async (
  rest: string,
  command = `exec '${process.execPath}' '${script}' {{platformUrl}} {{merchantTaxId}} {{pinCode}} ${rest}`,
): Promise<RunResult> =>
  await certify({
    suite: 'pos',
    config: {
      pos: { merchantTaxId: '1', command, fixtures: { tables: { open: ['T1'] }, listings: { inStock: ['soup'] } } },
      platform: { timing: { healthInterval: '5s' } },
      reports: { formats: [] },
    },
    seed: 1,
    effort: 'quick',
    only: ['pos/queue-restart'],
    out: testFolder(),
  });

const rowsOf = ({ requirements }: RunResult) =>
  kept.map((id) => {
    const { status, reason, violations = [] } = requirements.find((row) => row.id === id) ?? {};
    return [status, ...violations.map(({ message }) => message), ...(reason === undefined ? [] : [reason])];
  });

test('a till that keeps what it did is itself again after each kill', { timeout: 90_000 }, async () => {
  const file = join(testFolder(), 'till.json');
  const result = await restarted(`'${file}'`);
  expect(rowsOf(result)).toEqual([['passed'], ['passed'], ['passed']]);
  // Nothing else was held against it for having been down.
  expect(result.requirements.filter(({ status }) => status === 'failed' || status === 'warning')).toEqual([]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ lines: { length: 6 } });
});

test('one that keeps its tables and forgets its messages enters orders again', { timeout: 90_000 }, async () => {
  const result = await restarted(`'${join(testFolder(), 'till.json')}' forgets`);
  expect(rowsOf(result)).toMatchObject([
    ['failed', expect.stringContaining('after the till had been killed')],
    ['failed', expect.stringContaining('forgot an idempotencyKey at a restart')],
    ['passed'],
  ]);
});

test('one that keeps nothing, and is activated anew, is another till', { timeout: 60_000 }, async () => {
  for (const row of rowsOf(await restarted('')))
    expect(row).toEqual(['not-exercised', expect.stringContaining('activated again')]);
});

test('of one that its command left to run elsewhere nothing is asked', { timeout: 60_000 }, async () => {
  const elsewhere = `setsid '${process.execPath}' '${script}' {{platformUrl}} {{merchantTaxId}} {{pinCode}} & wait`;
  for (const row of rowsOf(await restarted('', elsewhere)))
    expect(row).toEqual(['not-exercised', expect.stringContaining('runs on elsewhere')]);
});

test('a container would outlive the client that is killed, so its trigger is asked for', async () => {
  const result = await restarted('', 'echo docker run till {{pinCode}}');
  expect(result.requirements.find(({ id }) => id === kept[0])).toMatchObject({ unlock: 'triggers.restartTill' });
});
