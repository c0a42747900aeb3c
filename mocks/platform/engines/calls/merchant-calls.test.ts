import { expect, test } from 'vitest';
import { createMerchantCalls } from './merchant-calls.ts';

test('calls carry the configured headers and what the signature adds', async () => {
  const seen: Request[] = [];
  const merchant = createMerchantCalls({
    endpoints: { catalogueUrl: 'http://shop/c?shop=pl&' },
    headers: { Authorization: 'Bearer x' },
    signature: {
      sign: async ({ method, url, body }) => ({ 'X-Signature': `${method} ${url} ${body.length}` }),
      problemOf: undefined,
    },
    send: async (request) => {
      seen.push(request);
      return Response.json({ currency: 'PLN', products: [] });
    },
  });
  await merchant.catalogue({ checkpoint: 'a+/=', limit: 5 }, new AbortController().signal);
  const url = 'http://shop/c?shop=pl&checkpoint=a%2B%2F%3D&limit=5';
  expect(seen[0]?.url).toBe(url);
  expect(Object.fromEntries(seen[0]?.headers ?? [])).toMatchObject({
    authorization: 'Bearer x',
    'x-signature': `GET ${url} 0`,
  });
});
