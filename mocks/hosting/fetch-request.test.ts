import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchRequest } from './serve.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const silentServer = async (begin: boolean) => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    if (begin) response.write('{');
    resolve();
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrived };
};

test.for([
  ['that does not begin', false],
  ['that does not end', true],
] as const)('an answer %s is given up when its signal says so, whatever garbage was collected', async ([, begin]) => {
  const { url, arrived } = await silentServer(begin);
  const limit = new AbortController();
  const answered = (async () => await (await fetchRequest(new Request(url, { signal: limit.signal }))).text())();
  const outcome = answered.catch((error: unknown) => Object(error).name as unknown);
  await arrived;
  // What has come is read in between.
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collectGarbage();
  }
  limit.abort();
  expect(await outcome).toBe('AbortError');
});
