import { expect, test } from 'vitest';
import type { Fetch } from '#mocks/hosting';
import { schemaOf } from '#schemas';
import { type Between, certify } from './certify.ts';

const keys = schemaOf('delivery-option-key')['enum'] as readonly string[];
const known = new RegExp(`"(${keys.join('|')})"`, 'g');

/** A shop whose delivery options are its own: CARRIER_A_COURIER is SHOPS_CARRIER_A_COURIER there. */
const renamed = (text: string): string => text.replaceAll(known, '"SHOPS_$1"');
const asKnown = (text: string): string => text.replaceAll('"SHOPS_', '"');

const withBody = async (request: Request, change: (text: string) => string): Promise<Request> => {
  const { method, url } = request;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const body = method === 'GET' ? undefined : change(await request.text());
  return new Request(url, { method, headers, ...(body !== undefined && { body }) });
};

const toPeer =
  (peer: Fetch): Fetch =>
  async (request) => {
    const answer = await peer(await withBody(request, asKnown));
    if (answer.status === 0) return answer;
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    return new Response(renamed(await answer.text()) || null, { status: answer.status, headers });
  };

test('a right push of a shop with delivery options of its own is taken', { timeout: 120_000 }, async () => {
  const statuses: number[] = [];
  const toPlatform: Between['toPlatform'] = (platform) => async (request) => {
    const answer = await platform(await withBody(request, renamed));
    statuses.push(answer.status);
    return answer;
  };
  const { result } = await certify(
    { party: 'merchant', variant: 'granite' },
    {
      between: ({ config }) => {
        Object.assign(config.merchant ?? {}, { deliveryOptionKeys: keys.map((key) => `SHOPS_${key}`) });
        return { toPeer, toPlatform };
      },
    },
  );
  const rows = result.requirements.filter(({ id }) => id.startsWith('basket-change/'));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ id, status }) => `${id} ${status}`)).toEqual(rows.map(({ id }) => `${id} passed`));
  expect(statuses).toContain(204);
});

test('a right shop that makes no baskets for us is accused of nothing', { timeout: 120_000 }, async () => {
  const { result } = await certify(
    { party: 'merchant', variant: 'granite' },
    {
      between: ({ config }) => {
        delete config.triggers?.createBasket;
        return { toPeer: (peer) => peer, toPlatform: (platform) => platform };
      },
    },
  );
  expect(result.requirements.filter(({ status }) => status === 'failed' || status === 'warning')).toEqual([]);
  expect(result.scenarios.find(({ id }) => id === 'merchant/recalculation-occasions')?.status).toBe('done');
});
