import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { conformance, folderWith, hosting } from '../cli/cli.fixture.ts';

const proxying = async (answer: string): Promise<string> => {
  const proxy = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.1 ${answer}\r\nContent-Length: 0\r\n\r\n`));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return `127.0.0.1:${Object(proxy.address()).port}`;
};

const shop = (scheme: string) =>
  folderWith({ merchant: { basketUrl: `${scheme}://shop.inner/x`, fixtures: { baskets: ['b'] } } });
const only = ['--ci', '--only', 'merchant/basket-retrieval'];

test.each([
  ['http', '503 No\r\nX-Squid-Error: ERR_DNS_FAIL 0', /answered 503 itself/],
  ['http', '407 Who\r\nProxy-Authenticate: Basic', /407/],
  ['https', '407 Who\r\nProxy-Authenticate: Basic', /407/],
  ['https', '403 No', /did not let the call through: 403/],
])('the doctor and a run of an %s shop name the proxy that answers %s', async (scheme, answer, why) => {
  const proxy = await proxying(answer);
  const options = { cwd: shop(scheme), env: { HTTP_PROXY: proxy } };
  const doctor = await conformance(['doctor', 'merchant'], options);
  const run = await conformance(['run', 'merchant', ...only], options);
  for (const { code, stdout, stderr } of [doctor, run]) {
    const said = (stdout + stderr).replaceAll(/\s+/g, ' ');
    expect(code).toBe(3);
    expect(said).toMatch(why);
    expect(said).toContain(`the proxy http://${proxy} (HTTP_PROXY)`);
  }
});

test('a trigger goes the same way, and what its proxy answers is no success of it', async () => {
  const proxy = await proxying('200 OK\r\nContent-Type: text/html');
  const basket = { id: 'b', price: { currency: 'EUR' }, products: [{ id: 'v1', quantity: 1 }] };
  const url = await hosting(() => Response.json(basket));
  const cwd = folderWith({
    merchant: { basketUrl: url, fixtures: { baskets: ['b'] } },
    triggers: { createBasket: { http: { url: 'http://shop.inner/make' } } },
  });
  const env = { HTTP_PROXY: proxy, NO_PROXY: '127.0.0.0/8' };
  const { stdout } = await conformance(['doctor', 'merchant'], { cwd, env });
  expect(stdout).toMatch(/No basket was made: .*the proxy .* answered 200 itself .*\(triggers\.createBasket\)/);
});
