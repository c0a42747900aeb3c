import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { testFolder } from '#lab/doubles/test-folder';
import { keptMap, openKeptQueue, openStateStore } from './index.ts';

/** Lets a platform run on the directory until it has acknowledged so many things, and kills it. */
const runAndKill = async (directory: string, acknowledgements: number): Promise<readonly string[]> => {
  const script = fileURLToPath(new URL('../../../lab/doubles/platform/doomed-store.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  let lines = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    lines += chunk.split('\n').length - 1;
    if (lines >= acknowledgements) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return text.split('\n').slice(0, -1);
};

test('what was acknowledged survives kill -9: messages in order, callbacks and credentials', async () => {
  for (const acknowledgements of [1, 50, 777]) {
    const directory = testFolder();
    const lines = await runAndKill(directory, acknowledgements);
    const said = (what: string) =>
      lines.flatMap((line) => (line.startsWith(`${what} `) ? [line.split(' ')[1] ?? ''] : []));
    const opened = await openStateStore(directory);
    if (!opened.ok) throw new Error(opened.reason);
    const { store } = opened;
    const queue = openKeptQueue(store, 'L1.fifo', { clock: createManualClock(Date.now()) });
    const bodies = queue.contents().map(({ message }) => message.body);
    const deleted = new Set(said('deleted'));
    // The last thing before the kill may have been done and not yet said.
    const owed = said('sent').filter((id) => !deleted.has(id));
    expect(owed.filter((id) => !bodies.includes(id)).length).toBeLessThanOrEqual(1);
    expect(bodies.filter((id) => deleted.has(id))).toEqual([]);
    expect(bodies).toEqual(bodies.toSorted((one, other) => Number(one) - Number(other)));
    const callbacks = keptMap<{ readonly result: number }>(store, 'callback/L1');
    const credentials = keptMap<{ readonly secret: string }>(store, 'credentials');
    for (const id of said('accepted')) {
      expect(callbacks.get(id)).toEqual({ result: Number(id) });
      expect(credentials.get(id)).toEqual({ secret: `s${id}` });
    }
    expect([...callbacks.keys()]).toEqual([...credentials.keys()]);
    expect(said('accepted').length).toBeGreaterThan(acknowledgements === 1 ? -1 : 10);
    queue.close();
    store.close();
  }
});
