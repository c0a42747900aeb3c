import { expect, test } from 'vitest';
import { createRig } from '#lab/doubles/platform/platform-rig';

const path = '/merchant/v1/pos/health';
const health = { healthy: true, softwareName: 'Till', softwareVersion: '1' };

test('unsigned, forged and stale calls are refused with 401 and told', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  expect(await rig.send('POST', path, health)).toMatchObject({ status: 401 });
  const forger = rig.signedBy({ apiKey: rig.control.issueCredentials(pos.id).apiKey, secret: 'guess' });
  expect(await forger('POST', path, health)).toMatchObject({ status: 401 });
  const late = createRig({ wallNow: () => Date.now() + 302_000 });
  expect(await (await late.activatedPos()).call('POST', path, health)).toMatchObject({ status: 401 });
  expect(await pos.call('POST', path, health)).toMatchObject({ status: 204 });
  const told = [...rig.events, ...late.events].filter((event) => event.kind === 'signature');
  expect(told.map(({ problem, refused }) => [problem, refused])).toEqual([
    ['missing', true],
    ['mismatch', true],
    ['stale', true],
  ]);
});

test('a call signed with the secret of another activation than its key is told so', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const [former, latest] = [rig.control.issueCredentials(pos.id), rig.control.issueCredentials(pos.id)];
  const mixed = rig.signedBy({ apiKey: latest.apiKey, secret: former.secret });
  expect(await mixed('POST', path, health)).toMatchObject({ status: 401 });
  expect(rig.events.findLast((event) => event.kind === 'signature')).toMatchObject({
    problem: 'mismatch',
    message: expect.stringContaining('the secret of another activation'),
  });
});

test('under warn a bad signature is told and let pass; under off nobody looks', async () => {
  for (const [mode, told] of [
    ['warn', 1],
    ['off', 0],
  ] as const) {
    const rig = createRig({ signature: { mode } });
    const { id } = await rig.activatedPos();
    const { apiKey } = rig.control.issueCredentials(id);
    expect(await rig.send('POST', path, health, { 'X-Api-Key': apiKey })).toMatchObject({ status: 204 });
    expect(await rig.send('POST', path, health)).toMatchObject({ status: 401 });
    expect(rig.events.filter((event) => event.kind === 'signature')).toHaveLength(told * 2);
  }
});

test('answers are signed where the settings say so', async () => {
  const rig = createRig({ signature: { responses: { template: { signedParts: ['{status}', '{timestamp}'] } } } });
  const pos = await rig.activatedPos();
  const { headers } = await pos.call('POST', path, health);
  expect(headers.get('x-signature')).toMatch(/^[0-9a-f]{64}$/);
});

test.each(['POST /merchant/v1/pos/health', 'PUT /merchant/v1/tipRecipients/a', 'POST /merchant/v1/async/Test/a'])(
  '%s with twenty megabytes is refused with 413 before anything else',
  async (endpoint) => {
    const rig = createRig();
    const pos = await rig.activatedPos();
    const [method = '', address = ''] = endpoint.split(' ');
    expect(await pos.call(method, address, 'x'.repeat(20_000_000))).toMatchObject({ status: 413 });
  },
);
