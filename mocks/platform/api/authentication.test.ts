import { expect, test } from 'vitest';
import { toScheme } from '../signatures/settings.ts';
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

test('a flood of signatures that do not match costs one verification each, or two where it was told what they are', async () => {
  const scheme = toScheme();
  const cost = { verifications: 0, searches: 0 };
  const rig = createRig({
    signature: {
      scheme: {
        scheme: {
          ...scheme,
          verify: (...given) => {
            cost.verifications += 1;
            return scheme.verify(...given);
          },
          nearMiss: () => {
            cost.searches += 1;
            return undefined;
          },
        },
      },
    },
  });
  const pos = await rig.activatedPos();
  const issued = Array.from({ length: 200 }, () => rig.control.issueCredentials(pos.id));
  const { apiKey = '' } = issued.at(-1) ?? {};
  const costOf = async (secret: string, calls: number) => {
    Object.assign(cost, { verifications: 0, searches: 0 });
    const forger = rig.signedBy({ apiKey, secret });
    for (let n = 0; n < calls; n++) expect(await forger('POST', path, health)).toMatchObject({ status: 401 });
    return { ...cost };
  };
  expect(await costOf('guess', 20)).toEqual({ verifications: 10 * 4 + 10, searches: 10 });
  expect(await costOf('guess', 100)).toEqual({ verifications: 100, searches: 0 });
  // A mistake of another key is looked at as closely, and told each time.
  const [other = { apiKey: '', secret: '' }, former = { apiKey: '', secret: '' }] = issued.slice(-3);
  const mixed = rig.signedBy({ apiKey: other.apiKey, secret: former.secret });
  for (let n = 0; n < 30; n++) await mixed('POST', path, health);
  expect(rig.events.findLast((event) => event.kind === 'signature')).toMatchObject({
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
