import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { at, hosting, resultIn, runWith } from '../cli.fixture.ts';

test('a port that accepts and never answers is not judged, and soon', async () => {
  const server = createTcpServer(() => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const began = Date.now();
  const { code, stdout } = await runWith(at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  expect(code).toBe(3);
  expect(stdout).toMatch(/does not answer/);
  // The examination gives up after 10 s; an unbounded wait would be minutes.
  expect(Date.now() - began).toBeLessThan(60_000);
});

test('an endless answer is cut, and accuses nobody', async () => {
  const url = await hosting(
    () =>
      new Response(
        new ReadableStream({
          pull: async (controller) => {
            await new Promise((next) => setImmediate(next));
            controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
          },
        }),
      ),
  );
  const { code, folder } = await runWith(at(url), '--only', 'catalogue/page');
  expect([3, 4]).toContain(code);
  expect(resultIn(folder).verdict).not.toBe('non-conformant');
});
