import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ServedPlatform, Till } from './served-platform.ts';
import type { Tally } from './tally.ts';
import { worstBodies } from './worst-bodies.ts';

/** A port has a second for each, whatever it is, and whoever else waits. */
const longest = 1000;

/** Every worst body wherever one is taken: both ports, a till's calls, and the answer of a shop. */
export const sendWorst = async (platform: ServedPlatform, till: Till, bytes: number, tally: Tally): Promise<string> => {
  let answer: Uint8Array = new Uint8Array();
  const shop = createServer((_, response) => response.setHeader('content-type', 'application/json').end(answer)).listen(
    0,
    '127.0.0.1',
  );
  await once(shop, 'listening');
  const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  await platform.tell('PUT', '/shops/hostile', {
    basketUrl: address,
    recalculateUrl: address,
    orderUrl: address,
    catalogueUrl: address,
  });
  const post = (url: string) => async (body: Buffer) => fetch(url, { method: 'POST', body });
  const ways: Readonly<Record<string, (body: Buffer) => Promise<Response>>> = {
    push: post(`${platform.api}/merchant/v1/baskets/change`),
    activation: post(`${platform.api}/merchant/v1/pos/activate`),
    control: post(`${platform.control}/locations`),
    validation: async (body) =>
      post(`${platform.control}/validations/basket`)(Buffer.concat([Buffer.from('{"value":'), body, Buffer.from('}')])),
    health: async (body) => till.send('POST', '/merchant/v1/pos/health', body),
    event: async (body) => till.send('POST', '/merchant/v1/pos/events/PosLocationAvailabilityChanged', body),
    async catalogue(body) {
      answer = body;
      return fetch(`${platform.control}/shops/hostile/syncs`, { method: 'POST', body: '{"full":true}' });
    },
    async journal() {
      return fetch(`${platform.control}/exchanges?after=0&limit=5`);
    },
  };
  await platform.busy();
  let worst = { ms: 0, what: 'none' };
  for (const { name, text } of worstBodies) {
    const body = Buffer.from(text(bytes));
    for (const [way, send] of Object.entries(ways)) {
      if (platform.crash() !== undefined) break;
      tally.inputs += 1;
      const status = await send(body).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      );
      const busy = await platform.busy();
      const what = `${way} of ${name}: ${busy.toFixed(0)} ms`;
      if (busy > worst.ms) worst = { ms: busy, what };
      if (busy > longest) tally.stalls.push(what);
      if (status >= 500) tally.crashes.push(`${status} to ${way} of ${name}`);
    }
  }
  shop.close();
  shop.closeAllConnections();
  return worst.what;
};
