import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRig } from '#lab/doubles/platform/platform-rig';

const ids = fc.oneof(
  fc.constantFrom(
    '..',
    '../..',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '%',
    '%ff',
    '__proto__',
    'a'.repeat(5000),
    '%F0%9F%9B%92',
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent),
);
const paths = fc.oneof(
  fc.constantFrom(
    '/merchant/v1/baskets/change',
    '/merchant/v1/pos/activate',
    '/merchant/v1/pos/health',
    '/merchant/v1/async/test',
    '/merchant/v1/tipRecipients',
    '/',
    '//',
    '//?Action=x',
    '//..//merchant/v1/pos/health?',
  ),
  ids.map((id) => `/merchant/v1/async/Test/${id}`),
  ids.map((id) => `/merchant/v1/async/${id}/x`),
  ids.map((id) => `/merchant/v1/tipRecipients/${id}`),
  ids.map((id) => `/merchant/v1/pos/events/${id}`),
  ids.map((id) => `/000000000000/${id}.fifo`),
);
const bodies = fc.oneof(
  fc.json(),
  fc.string(),
  fc.constantFrom(
    'null',
    '[]',
    '{"__proto__":1}',
    '{"a":',
    '\uFEFF{}',
    `${'['.repeat(50_000)}`,
    'Action=ReceiveMessage&QueueUrl=%',
  ),
);
const headers = fc.dictionary(
  fc.constantFrom(
    'x-amz-target',
    'authorization',
    'x-amz-date',
    'content-type',
    'x-message-id',
    'x-signature',
    'x-timestamp',
  ),
  fc.oneof(
    fc.stringMatching(/^[ -~]{0,40}$/),
    fc.constantFrom(
      'AmazonSQS.ReceiveMessage',
      'application/x-www-form-urlencoded',
      'AWS4-HMAC-SHA256 Credential=/',
      '9'.repeat(4000),
    ),
  ),
);

test('no input breaks the platform: every answer to a stranger is a 4xx, or 200 from the activation', async () => {
  const rig = createRig();
  await rig.activatedPos();
  const call = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    path: paths,
    body: bodies,
    headers,
  });
  await fc.assert(
    fc.asyncProperty(call, async ({ method, path, body, headers: sent }) => {
      const hasBody = method === 'POST' || method === 'PUT';
      const request = new Request(`http://platform.example${path}`, {
        method,
        headers: sent,
        ...(hasBody && { body }),
      });
      const { status } = await rig.platform.fetch(request);
      expect(status === 200 ? path : status).toSatisfy(
        (seen: unknown) => seen === '/merchant/v1/pos/activate' || (Number(seen) >= 400 && Number(seen) < 500),
      );
    }),
    { numRuns: 2000 },
  );
});

test('no body breaks the endpoints of a POS that signs well', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  await fc.assert(
    fc.asyncProperty(paths, bodies, fc.constantFrom('POST', 'PUT'), async (path, body, method) => {
      const { status } = await pos.call(method, path, body);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 1000 },
  );
  expect(rig.events.filter(({ kind }) => kind === 'broken')).toEqual([]);
});

test('no body breaks the control API', async () => {
  const rig = createRig();
  rig.control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  const { paths: described } = (await rig.controlCall('GET', '/openapi.json')).body;
  const operations = Object.entries<object>(described)
    .filter(([path]) => !path.startsWith('/journal'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), ids, fc.jsonValue(), async ({ path, method }, id, body) => {
      const address = path.replace('{integrationProfileId}', 'bar').replaceAll(/\{\w+\}/g, id);
      const init = { method, ...(method !== 'GET' && { body: JSON.stringify(body) }) };
      const request = new Request(`http://control.example${address}`, init);
      const { status } = await rig.platform.controlFetch(request);
      // An id of dots leads to the page at the root, which answers 503 where it was not built.
      // 501: what only a host can lend a hand to.
      expect(new URL(request.url).pathname === '/' || status < 500 || status === 501).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
