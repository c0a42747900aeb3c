import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { startTillProcess } from './till-process.ts';

const env = { PATH: process.env['PATH'] };
const logFile = () => join(testFolder(), 'target.log');

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Where nobody waits for orphans, one that has ended still has its id.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !readFileSync(stat, 'utf8').includes(') Z ');
};

test('what the till writes goes to the file, its variables come from the environment', async () => {
  const log = logFile();
  await using till = startTillProcess('echo "at {{platformUrl}}"; exit 3', () => ({ platformUrl: 'http://p' }), {
    log,
    env,
  });
  expect(await till.ended).toEqual({ how: 'ended with exit code 3', isFailure: true });
  expect(readFileSync(log, 'utf8')).toBe('at http://p\n');
});

test('stopping ends everything the till has started, however stubborn', async () => {
  const log = logFile();
  const till = startTillProcess(
    "trap '' TERM; sh -c 'trap \"\" TERM; sleep 60' & echo $!; wait; sleep 60",
    () => ({}),
    {
      log,
      env,
      graceMs: 50,
    },
  );
  await until(() => readFileSync(log, 'utf8').endsWith('\n'));
  const child = Number(readFileSync(log, 'utf8'));
  expect(isRunning(child)).toBe(true);
  await till[Symbol.asyncDispose]();
  await until(() => !isRunning(child));
});

test('no secret gets into the file, whatever pieces it is written in', async () => {
  const log = logFile();
  const redact = (text: string) => text.replaceAll('s3cret-1', '…');
  await using till = startTillProcess(
    "printf 'key s3c'; sleep 0.1; printf 'ret-1\\n'; printf 'again s3cret-1' >&2",
    () => ({}),
    { log, env, redact },
  );
  await till.ended;
  expect(readFileSync(log, 'utf8').split('\n').sort()).toEqual(['again …', 'key …']);
});

test('what the till leaves running holds nobody up, and what it wrote before is there', async () => {
  const log = logFile();
  const till = startTillProcess('setsid sleep 60 & echo started', () => ({}), { log, env });
  await till.ended;
  expect(readFileSync(log, 'utf8')).toBe('started\n');
  const asked = performance.now();
  await till[Symbol.asyncDispose]();
  expect(performance.now() - asked).toBeLessThan(30_000);
});
