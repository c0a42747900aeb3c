import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import type { ProxiedCall } from './reverse-proxy.ts';
import { startWatching } from './watching.ts';

const call = (): ProxiedCall => ({
  at: 0,
  answeredAt: 1,
  request: { method: 'GET', url: 'http://shop/', headers: {}, body: { bytes: new Uint8Array(), truncated: false } },
});

test('where nothing can be written judging stops, the reason is told, and every call counts as not judged', async () => {
  const out = join(testFolder(), 'gone');
  rmSync(out, { recursive: true, force: true });
  const stopped = Promise.withResolvers<string>();
  const watching = startWatching(
    { suite: 'merchant', config: {}, secrets: [], naming: {}, out, command: [] },
    { onSaid: () => undefined, onStopped: stopped.resolve },
  );
  watching.see(call());
  watching.see(call());
  expect(await stopped.promise).toContain('ENOENT');
  watching.see(call());
  expect(watching.missed()).toBe(3);
  expect(await watching.end()).toBe(undefined);
});
