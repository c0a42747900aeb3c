import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createRig } from '#lab/doubles/platform/platform-rig';
import { createRecordedRig } from '#lab/doubles/platform/recorded-rig';

test('a location, its PIN, its state and the clock are one call each', async () => {
  const { controlCall, activate } = createRig();
  const added = await controlCall('POST', '/locations', { merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  expect(added).toMatchObject({ status: 200, body: { integrationProfileId: 'bar' } });
  const { body: pin } = await controlCall('POST', '/locations/bar/pins');
  expect(await activate(pin.pinCode)).toMatchObject({ body: { success: true } });
  expect(await controlCall('PUT', '/locations/bar/availability', { open: false })).toMatchObject({ status: 204 });
  expect((await controlCall('GET', '/state')).body.locations).toMatchObject([
    { integrationProfileId: 'bar', open: false, posAvailable: true },
  ]);
  const before = (await controlCall('GET', '/clock')).body.now;
  expect(await controlCall('POST', '/clock/advance', { ms: 180_000 })).toMatchObject({
    body: { now: before + 180_000 },
  });
  expect((await controlCall('GET', '/state')).body.locations).toMatchObject([{ posAvailable: false }]);
});

test.each([
  ['POST', '/locations', {}, 400],
  ['POST', '/locations', { merchantTaxId: 'x', integrationProfileId: '../x' }, 400],
  ['POST', '/locations', { merchantTaxId: 'x', colour: 1 }, 400],
  ['POST', '/locations/nowhere/pins', undefined, 404],
  ['POST', '/locations/bar/commands', { messageKind: 'Nothing', payload: {} }, 400],
  ['POST', '/locations/bar/commands', { messageKind: 'BillPreparationRequested', payload: {} }, 400],
  [
    'POST',
    '/locations/bar/commands',
    { messageKind: 'ProductListingsSyncRequested', payload: { checkpoint: null } },
    409,
  ],
  ['PUT', '/locations/bar/orderTypes', { orderType: 'DRIVE_IN', state: 'PAUSED' }, 400],
  ['POST', '/tipRecipients/none/confirm', undefined, 404],
  ['POST', '/basketChange/rejectNext', { error: 'Oops' }, 400],
  ['GET', '/nothing', undefined, 404],
])('%s %s with %j is answered %i', async (method, path, body, status) => {
  const { controlCall, control } = createRig();
  control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  const answer = await controlCall(method, path, body);
  expect([answer.status, typeof answer.body.error, typeof answer.body.message]).toEqual([status, 'string', 'string']);
});

test('what is asked over a socket is answered as what is asked in this process', async () => {
  const answers = async (way: 'over a socket' | 'in this process') => {
    const { control, platform } = createRig();
    control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
    await using served = await serve(platform.controlFetch);
    const told: unknown[] = [];
    for (const [path, body] of [
      ['/locations/bar/pins', undefined],
      ['/locations/b%61r/pins', undefined],
      ['/locations/nowhere/pins', undefined],
      ['/locations/bar/commands', '{"messageKind":"Test","payload":{"nonce":"a"},"messageId":"m"}'],
      ['/locations/bar/commands', '{"messageKind":"Test","payload":{}}'],
      ['/locations/bar/commands', '{'],
      ['/locations/bar/commands/', '{}'],
      ['/locations/bar/commands/m/duplicate', '{"times":0}'],
      ['/locations/bar/commands/m/answers?x=1', '{"answers":["drop"]}'],
      ['/nothing', '{}'],
    ] as const) {
      const init = { method: 'POST', ...(body !== undefined && { body }) };
      const answer = await (way === 'over a socket'
        ? fetch(`${served.url}${path}`, init)
        : platform.controlFetch(new Request(`${served.url}${path}`, init)));
      const text = (await answer.text()).replaceAll(/"(pinCode|sqsMessageId|expiresAt)":("[^"]*"|\d+)/g, '$1');
      told.push([path, answer.status, answer.headers.get('content-type'), text]);
    }
    return told;
  };
  expect(await answers('over a socket')).toEqual(await answers('in this process'));
});

test('an unknown kind or a bad payload goes out when it is asked for on purpose', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const body = { messageKind: 'FutureThing', payload: { a: '\uFFFF' }, unchecked: true };
  expect(await rig.controlCall('POST', `/locations/${pos.id}/commands`, body)).toMatchObject({ status: 200 });
});

test('the journal tells what happened, from a number on and live', async () => {
  const { platform, controlCall, send } = createRecordedRig();
  await send('GET', '/one');
  const leaving = new AbortController();
  const stream = await platform.controlFetch(
    new Request('http://control.example/journal/stream', { signal: leaving.signal }),
  );
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('"path":"/one"');
  await send('GET', '/two');
  expect((await reader?.read())?.value).toMatch(
    /^id: 3\ndata: .*"path":"\/two".*\n\nid: 4\ndata: .*"kind":"exchange","id":2,.*\n\n$/,
  );
  leaving.abort();
  expect((await controlCall('GET', '/journal?after=2')).body.entries).toMatchObject([
    { n: 3, event: { path: '/two' } },
    { n: 4, event: { kind: 'exchange', url: '/two', status: 404, operation: 'unknown-path', verdict: 'not-judged' } },
  ]);
});

test('the OpenAPI document is valid', async () => {
  const { controlCall } = createRig();
  const { body } = await controlCall('GET', '/openapi.json');
  expect(await new Validator().validate(body)).toMatchObject({ valid: true });
});

test('a group id that SQS would not take is refused, and so is a kind XML has no characters for', async () => {
  const { control, activatedPos } = createRig();
  const { id } = await activatedPos();
  const send = (more: object) =>
    control.sendCommand(id, { messageKind: 'Test', payload: { nonce: 'n' }, unchecked: true, force: true, ...more });
  expect(send({ groupId: 'x'.repeat(128) })).toMatchObject({ ok: true });
  for (const groupId of ['x'.repeat(129), '', 'with a blank', 'ż', 'a\u0001'])
    expect(send({ groupId })).toMatchObject({ ok: false, message: expect.stringContaining('groupId') });
  for (const messageKind of ['\u0000', 'a\uFFFE', '\uD800'])
    expect(send({ messageKind })).toMatchObject({ ok: false, message: expect.stringContaining('messageKind') });
});
