import { expect, test } from 'vitest';
import { validate } from '#schemas';
import { createRig } from '#lab/doubles/platform/platform-rig';

const invalid = { status: 200, body: { success: false, failureReason: 'INVALID_OR_EXPIRED_PIN' } };

test('a PIN of the right tax id gives credentials, once', async () => {
  const { control, activate } = createRig();
  const { integrationProfileId, merchantId } = control.addLocation({ merchantTaxId: 'tax-1' });
  const { pinCode } = control.issuePin(integrationProfileId);
  const first = await activate(pinCode);
  expect(first).toMatchObject({ status: 200, body: { success: true, merchantId, integrationProfileId } });
  expect(validate('pos-activation-response', first.body)).toEqual([]);
  expect(first.body.queueConfiguration.queueUrl).toBe(
    `http://platform.example/000000000000/${integrationProfileId}.fifo`,
  );
  expect(await activate(pinCode)).toMatchObject(invalid);
});

test("an unknown PIN, another merchant's tax id and an expired PIN fail in one way, always with 200", async () => {
  const { control, activate, clock } = createRig();
  const { integrationProfileId } = control.addLocation({ merchantTaxId: 'tax-1' });
  control.addLocation({ merchantTaxId: 'tax-2' });
  const { pinCode } = control.issuePin(integrationProfileId);
  const answers = [await activate('000000'), await activate(pinCode, 'tax-2')];
  clock.advance(10 * 60_000);
  answers.push(await activate(pinCode));
  for (const answer of answers) expect(answer).toMatchObject(invalid);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('a failed attempt leaves the PIN usable, and so does a location that does not allow activation yet', async () => {
  const { control, activate } = createRig();
  const { integrationProfileId } = control.addLocation({ merchantTaxId: 'tax-1' });
  const { pinCode } = control.issuePin(integrationProfileId);
  control.allowActivation(integrationProfileId, false);
  expect(await activate(pinCode, 'tax-2')).toMatchObject(invalid);
  expect(await activate(pinCode)).toMatchObject({ status: 200, body: { failureReason: 'ACTIVATION_NOT_ALLOWED' } });
  control.allowActivation(integrationProfileId, true);
  expect(await activate(pinCode)).toMatchObject({ body: { success: true } });
});

test('a body without the required fields fails with 200, and what is no JSON with 400', async () => {
  const { send } = createRig();
  expect(await send('POST', '/merchant/v1/pos/activate', { pinCode: 1 })).toMatchObject(invalid);
  expect(await send('POST', '/merchant/v1/pos/activate', '{')).toMatchObject({ status: 400 });
});

test.each(['https://tunnel.example', 'https://tunnel.example/'])('queues are reached at %s', async (publicUrl) => {
  const { queue, id } = await createRig({ publicUrl }).activatedPos();
  expect(queue.queueUrl).toBe(`https://tunnel.example/000000000000/${id}.fifo`);
});

test('what is told of an activation shows no PIN, wherever it stood and whether or not it was used', async () => {
  const rig = createRig();
  const { integrationProfileId } = rig.control.addLocation({ merchantTaxId: 'tax-1' });
  const { pinCode } = rig.control.issuePin(integrationProfileId);
  const bodies = [
    { merchantTaxId: 'other', pinCode, softwareName: 'Till', softwareVersion: '1' },
    { merchantTaxId: 'tax-1', pin: pinCode, softwareName: `Till ${pinCode}`, softwareVersion: pinCode },
    { merchantTaxId: pinCode, pinCode: Number(pinCode), more: [pinCode] },
    [pinCode],
    pinCode,
  ];
  for (const body of bodies) {
    const sent = await rig.send('POST', '/merchant/v1/pos/activate', JSON.stringify(body));
    expect(sent.body).toMatchObject({ success: false });
  }
  await rig.send('POST', `/merchant/v1/lost/${pinCode}`, { pinCode });
  const { body } = await rig.controlCall('GET', '/journal');
  expect(JSON.stringify(body)).not.toContain(pinCode);
  expect(
    body.entries.flatMap(({ event }: { event: { kind: string } }) => (event.kind === 'activation' ? [event] : [])),
  ).toMatchObject([
    {
      success: false,
      body: { merchantTaxId: 'other', pinCode: '«redacted»', softwareName: 'Till', softwareVersion: '1' },
    },
    { body: { softwareName: 'Till «redacted»' } },
    {},
    { body: {} },
    { body: {} },
  ]);
  expect((await rig.activate(pinCode)).body).toMatchObject({ success: true });
});
