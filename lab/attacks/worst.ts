import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ServedPlatform, Till } from './served-platform.ts';
import type { Tally } from './tally.ts';
import { worstBodies } from './worst-bodies.ts';

/** What shares the processor's caches makes it slow by chance; what is slow by itself is slow each time. */
const mostTries = 4;

export interface Worst {
  readonly bytes: number;
  /** So long a port may be busy with each, in ms of processor time, whoever else waits. */
  readonly stallMs: number;
}

/** Every worst body wherever one is taken: both ports, a till's calls, and the answer of a shop. */
export const sendWorst = async (
  platform: ServedPlatform,
  till: Till,
  { bytes, stallMs }: Worst,
  tally: Tally,
): Promise<string> => {
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
      let [status, busy] = [0, Number.POSITIVE_INFINITY];
      for (let tries = 0; tries < mostTries && busy > stallMs; tries += 1) {
        status = await send(body).then(
          async (response) => (await response.arrayBuffer(), response.status),
          () => 0,
        );
        busy = Math.min(busy, await platform.busy());
      }
      const what = `${way} of ${name}: ${busy.toFixed(0)} ms`;
      if (busy > worst.ms) worst = { ms: busy, what };
      if (busy > stallMs) tally.stalls.push(what);
      if (status >= 500) tally.crashes.push(`${status} to ${way} of ${name}`);
    }
  }
  shop.close();
  shop.closeAllConnections();
  return worst.what;
};
