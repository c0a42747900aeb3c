import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { commandKinds, schemaOf, shapeNames, type TillFacts } from '#schemas';
import { createRig } from '#lab/doubles/platform/platform-rig';

test('the schema of every shape comes in one piece that validates its own examples', async () => {
  const { controlCall } = createRig();
  for (const shape of shapeNames) {
    const { status, body } = await controlCall('GET', `/shapes/${shape}`);
    expect(status).toBe(200);
    const holds = new Ajv2020({ strict: false, validateFormats: false }).compile(body);
    for (const example of (schemaOf(shape)['examples'] ?? []) as readonly unknown[])
      expect(holds(example), `${shape} ${JSON.stringify(holds.errors)}`).toBe(true);
  }
  for (const kind of commandKinds) expect((await controlCall('GET', `/shapes/${kind}`)).status).toBe(200);
  expect(await controlCall('GET', '/shapes/Nothing')).toMatchObject({ status: 404, body: { error: 'UnknownShape' } });
});

test('a value is validated as a shape or as the payload of a command', async () => {
  const { controlCall } = createRig();
  const validate = async (shape: string, value: unknown) =>
    await controlCall('POST', `/validations/${shape}`, { value });
  expect((await validate('TableOrderSnapshotRequested', { tableId: 'T1' })).body).toEqual({ violations: [] });
  expect((await validate('test', { nonce: 4 })).body.violations).toMatchObject([{ pointer: '/nonce', actual: '4' }]);
  expect((await validate('test', null)).body.violations).toMatchObject([{ pointer: '' }]);
  expect((await controlCall('POST', '/validations/test', {})).status).toBe(400);
  expect((await validate('Nothing', 1)).status).toBe(404);
});

test('a sample is asked for with what the till of the location told', async () => {
  const asked: unknown[] = [];
  const samples = async (...given: readonly unknown[]) => {
    asked.push(given);
    return { made: 'up' };
  };
  const rig = createRig({ ports: { samples } });
  const { id, call } = await rig.activatedPos();
  const { body: sent } = await rig.controlCall('POST', `/locations/${id}/commands`, {
    messageKind: 'ProductListingsSyncRequested',
    payload: { checkpoint: null },
    force: true,
  });
  const result = { checkpoint: { timestamp: '2026-11-21T12:00:00Z', listingId: 'L7' }, listings: [{ id: 'L7' }] };
  expect((await call('POST', `/merchant/v1/async/ProductListingsSyncRequested/${sent.messageId}`, result)).status).toBe(
    204,
  );
  const path = `/samples/OrderSubmissionRequested?integrationProfileId=${id}&seed=7`;
  expect(await rig.controlCall('GET', path)).toMatchObject({ status: 200, body: { payload: { made: 'up' } } });
  const facts: TillFacts = { tableIds: [], listingIds: ['L7'] };
  expect(asked).toEqual([['OrderSubmissionRequested', facts, { seed: 7, now: rig.clock.now() }]]);
  expect((await rig.controlCall('GET', '/samples/Nothing')).status).toBe(404);
  expect((await rig.controlCall('GET', '/samples/Test?seed=x')).body.message).toBe('seed must be of type integer.');
  expect((await rig.controlCall('GET', '/samples/Test?sead=1')).status).toBe(400);
  expect((await createRig().controlCall('GET', '/samples/Test')).status).toBe(501);
});
