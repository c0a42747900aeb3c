import { request as httpRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { toScheme } from '#mocks/platform';
import { createRig } from '#lab/doubles/platform/platform-rig';
import { createRecordedRig } from '#lab/doubles/platform/recorded-rig';
import { createRecordedPlatform } from './recorded-platform.ts';

const health = { healthy: true, softwareName: 'Till', softwareVersion: '1' };

/** The platform on sockets of its own. */
const onSockets = async (send?: (request: Request) => Promise<Response>) => {
  const platform = createRecordedPlatform({ clock: systemClock, ...(send && { send }) });
  const api = await serve(platform.fetch);
  const control = await serve(platform.controlFetch);
  onTestFinished(async () => {
    platform.close();
    await api[Symbol.asyncDispose]();
    await control[Symbol.asyncDispose]();
  });
  const get = async (path: string) => JSON.parse(await (await fetch(`${control.url}${path}`)).text());
  return { platform, api, control, get };
};

test('a till’s calls are told with who, what, verdict and clause, and without secrets', async () => {
  const { platform, api, get } = await onSockets();
  platform.control.addLocation({ merchantTaxId: '5250000001', integrationProfileId: 'bar' });
  const { pinCode } = platform.control.issuePin('bar');
  const activation = { merchantTaxId: '5250000001', pinCode, softwareName: 'Till', softwareVersion: '1' };
  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${api.url}${path}`, { method: 'POST', body, headers });
  const answer = await post('/merchant/v1/pos/activate', JSON.stringify(activation));
  const { apiConfiguration: keys } = JSON.parse(await answer.text());
  const signed = async (path: string, body: string) => {
    const message = { method: 'POST', url: `${api.url}${path}`, headers: new Headers(), body: Buffer.from(body) };
    return post(path, body, await toScheme().sign(message, keys, Date.now()));
  };
  const path = '/merchant/v1/pos/health';
  expect((await signed(path, JSON.stringify(health))).status).toBe(204);
  expect((await signed(path, JSON.stringify({ ...health, healthy: 'yes' }))).status).toBe(400);
  expect((await post(path, JSON.stringify(health))).status).toBe(401);
  expect((await post('/nowhere', '{"of":"interest"}')).status).toBe(404);

  const { exchanges } = await get('/exchanges');
  const common = { direction: 'received', party: 'pos', method: 'POST' };
  expect(exchanges).toMatchObject([
    { ...common, id: 1, operation: 'ActivatePos', status: 200, verdict: 'conformant', integrationProfileId: 'bar' },
    { ...common, id: 2, operation: 'ReportPosHealth', status: 204, verdict: 'conformant', integrationProfileId: 'bar' },
    { ...common, id: 3, operation: 'ReportPosHealth', status: 400, verdict: 'violation', violations: 1, url: path },
    { ...common, id: 4, operation: 'ReportPosHealth', status: 401, verdict: 'violation' },
    { ...common, id: 5, operation: 'unknown-path', status: 404, verdict: 'not-judged' },
  ]);
  expect((await get('/exchanges?after=3&limit=1')).exchanges).toMatchObject([{ id: 5 }]);

  const bad = await get('/exchanges/3');
  expect(bad.judgements).toMatchObject([
    {
      requirement: 'health/body',
      level: 'must',
      outcome: 'failed',
      clause: expect.any(String),
      rule: expect.any(String),
      expected: expect.any(String),
      actual: '"yes"',
      pointer: '/healthy',
    },
    { requirement: 'auth/calls-are-signed', outcome: 'passed' },
  ]);
  expect(bad.request.body).toBe(JSON.stringify({ ...health, healthy: 'yes' }));
  expect(bad.curl).toContain(`--data-raw '${bad.request.body}'`);
  expect((await get('/exchanges/4')).judgements).toMatchObject([
    { requirement: 'health/body', outcome: 'passed' },
    { requirement: 'health/heartbeat', outcome: 'passed' },
    { requirement: 'auth/calls-are-signed', outcome: 'failed' },
  ]);
  expect((await get('/exchanges/5')).request.body).toBe('{"of":"interest"}');

  const whole = await get('/exchanges/1');
  expect(whole.request.body).toContain('"pinCode":"«redacted»"');
  const everything = JSON.stringify(await Promise.all([1, 2, 3, 4, 5].map((id) => get(`/exchanges/${id}`))));
  for (const secret of [pinCode, keys.apiKey, keys.secret]) expect(everything).not.toContain(secret);
  expect(await get('/exchanges/99')).toMatchObject({ error: 'UnknownExchange' });
});

test('a body that comes in pieces is recorded, and a long one is judged whole and shown cut', async () => {
  const { api, get } = await onSockets();
  const streamed = (chunks: readonly string[]) =>
    new Promise<number>((resolve, reject) => {
      const request = httpRequest(`${api.url}/merchant/v1/pos/activate`, { method: 'POST' }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      });
      request.once('error', reject);
      for (const chunk of chunks) request.write(chunk);
      request.end();
    });
  await streamed(['{"merchantTaxId":"5250000001","pinCode":', '"123456","softwareName":"', 'x'.repeat(100_000), '"}']);
  const pieces = await get('/exchanges/1');
  expect(pieces).toMatchObject({ status: 200, verdict: 'violation', request: { truncated: true } });
  expect(pieces.request.body).toHaveLength(64 * 1024);
  expect(pieces.request.body).toContain('"pinCode":"«redacted»"');
  expect(pieces.judgements[0].message).toContain('softwareVersion');
});

test.each([
  ['a header', { header: 'X-Event' }],
  ['a member of the body', { field: 'eventId' }],
])('the id of an event is read where it is configured to stand: %s', async (_, eventId) => {
  const rig = createRecordedRig({ eventId });
  const { call } = await rig.activatedPos();
  const body = { open: true, eventId: 'e-1' };
  const headers = { 'x-event': 'e-1', 'x-message-id': 'another' };
  await call('POST', '/merchant/v1/pos/events/PosLocationAvailabilityChanged', body, headers);
  expect((await rig.controlCall('GET', '/exchanges')).body.exchanges.at(-1)).toMatchObject({
    operation: 'PosLocationAvailabilityChanged',
    messageId: 'e-1',
  });
});

test('queue calls belong to the location and the message', async () => {
  const rig = createRecordedRig();
  const { id, queue } = await rig.activatedPos();
  const { SQSClient, ReceiveMessageCommand } = await import('@aws-sdk/client-sqs');
  const served = await serve(rig.platform.fetch);
  const { accessKeyId, secretAccessKey, region } = queue;
  const endpoint = served.url;
  const client = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  onTestFinished(async () => {
    client.destroy();
    await served[Symbol.asyncDispose]();
  });
  const payload = { nonce: 'n' };
  const { body: sent } = await rig.controlCall('POST', `/locations/${id}/commands`, { messageKind: 'Test', payload });
  const QueueUrl = `${endpoint}/${new URL(queue.queueUrl).pathname.split('/').at(-1)}`;
  await client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
  const { exchanges } = (await rig.controlCall('GET', '/exchanges')).body;
  expect(exchanges.at(-1)).toMatchObject({
    party: 'queue',
    operation: 'ReceiveMessage',
    integrationProfileId: id,
    messageKind: 'Test',
    messageId: sent.messageId,
    status: 200,
  });
  const detail = JSON.stringify((await rig.controlCall('GET', `/exchanges/${exchanges.at(-1).id}`)).body);
  expect(detail).not.toContain(accessKeyId);
});

test('calls to a shop are told with the shop and the basket, judged by their answers', async () => {
  const shop = createReferenceMerchant({ variant: 'granite', clock: systemClock });
  let broken = false;
  const merchant = await serve(async (request) => {
    const answer = await shop.fetch(request);
    return broken ? Response.json({ ...Object(await answer.json()), products: 'none' }) : answer;
  });
  onTestFinished(() => merchant[Symbol.asyncDispose]());
  const { platform, get } = await onSockets();
  const { basketUrl, recalculateUrl, orderUrl, headers = {} } = shop.configuration(merchant.url).merchant ?? {};
  const secret = 'Bearer top-secret-4711';
  const settings = { basketUrl: basketUrl ?? '', recalculateUrl: recalculateUrl ?? '', orderUrl: orderUrl ?? '' };
  platform.control.putShop('s', { ...settings, headers: { ...headers, 'x-shop': secret } });
  const arrival = () =>
    new Promise<void>((resolve) => {
      const stop = platform.subscribe((event) => {
        if (event.kind !== 'checkout' || event.phase === 'retrieving') return;
        stop();
        resolve();
      });
    });
  for (broken of [false, true]) {
    const arrived = arrival();
    platform.control.startCheckout('s', { basketId: 'demo-1' });
    await arrived;
  }
  const { exchanges } = await get('/exchanges');
  const common = { direction: 'sent', party: 'merchant', operation: 'retrieval', shop: 's', basketId: 'demo-1' };
  expect(exchanges).toMatchObject([
    { ...common, id: 1, verdict: 'conformant', status: 200 },
    { ...common, id: 2, verdict: 'violation', status: 200 },
  ]);
  const detail = await get('/exchanges/1');
  expect(detail.request.headers['x-shop']).toBe('«redacted»');
  expect(detail.curl).toContain(`-H 'x-shop: '"$X_SHOP"`);
  for (const value of ['top-secret-4711', ...Object.values(headers)])
    expect(JSON.stringify(detail)).not.toContain(value);
});

test('what is more than may be kept is forgotten, and nothing is recorded where nobody wants it', async () => {
  const few = createRecordedRig({ most: 2 });
  for (const path of ['/one', '/two', '/three']) await few.send('GET', path);
  expect((await few.controlCall('GET', '/exchanges')).body.exchanges).toMatchObject([
    { url: '/two' },
    { url: '/three' },
  ]);
  expect((await few.controlCall('GET', '/exchanges/1')).status).toBe(404);
  const told = (await few.controlCall('GET', '/journal')).body.entries;
  expect(told.filter((entry: { event: { kind: string } }) => entry.event.kind === 'exchange')).toHaveLength(2);
  const none = createRig();
  await none.send('GET', '/one');
  expect((await none.controlCall('GET', '/exchanges')).body.exchanges).toEqual([]);
});
