import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { createPlatform } from '#mocks/platform';
import { createReferenceTill } from '#mocks/pos';
import { createAdjustableClock, createWarpClock, systemClock } from '#mocks/time';
import { reportFormats } from '#reports';
import type { Config, Party } from '#schemas';
import { expect, onTestFinished, test } from 'vitest';
import { searched, spelled, told } from './canary.fixture.ts';
import { cliContextIn } from '#lab/doubles/reports/certified-run';
import { testFolder } from '#lab/doubles/test-folder';
import { certifyTarget } from './certification.ts';
import { certify } from '../cli/commands/certify.ts';
import { compareRuns, rebuildReports } from '../cli/commands/report.ts';
import { readConfig } from '../config/read.ts';
import { prepareOutputFolder } from './folder.ts';

const inEnvironment = 'env/C4nary+ä"7~key';
const inTrigger = 'tr1gger-canary=99';
const inHeader = 'h3ader C4nary "1"';
const inQueue = 'Qu3ue/canary+secret9';

const withEcho = (response: Response, secrets: readonly string[]): Response => {
  const copy = new Response(response.body, response);
  copy.headers.set('x-debug', encodeURIComponent(told(secrets)));
  return copy;
};

/** Runs a suite from a configuration file, and writes everything that can be written about it. */
const everything = async (
  suite: Party,
  config: Config,
  options: { only: readonly string[]; clock: typeof systemClock },
) => {
  const cwd = testFolder();
  const env = { ...process.env, CANARY: inEnvironment };
  const formats = reportFormats;
  writeFileSync(join(cwd, 'conformance.yaml'), JSON.stringify({ ...config, reports: { formats } }));
  const out = prepareOutputFolder('out/run', cwd);
  const { reported } = await certifyTarget(out, {
    suite,
    ...readConfig({ file: undefined, cwd, env }),
    seed: 1,
    effort: 'quick',
    only: options.only,
    command: ['run', suite, '--skip', inEnvironment],
    env,
    clock: options.clock,
    signal: new AbortController().signal,
  });
  const { context } = cliContextIn(cwd);
  const report = { open: false, compare: false, writeExpected: 'out/known.yaml', force: false, out: 'out/again' };
  await rebuildReports({ ...report, folders: ['out/run'] }, context);
  await compareRuns({ folders: ['out/run', 'out/again'], out: 'out/comparison' }, context);
  const { requirements } = reported.result;
  if (options.only.length === 0) {
    const key = { folders: ['out/run'], key: undefined, newKey: undefined, out: undefined, valid: undefined };
    await certify({ ...key, newKey: 'my.key' }, context);
    expect((await certify({ ...key, key: 'my.key' }, context)).code).toBe(0);
  }
  return {
    out: join(cwd, 'out'),
    cwd,
    statusOf: (id: string) => requirements.find((row) => row.id === id)?.status,
  };
};

/** Every call has a signature of its own; so many of them are looked for. */
const signatureSample = 6;

const clean = (out: string, secrets: ReadonlyMap<string, string>): void => {
  const signatures = [...secrets].filter(([, name]) => name === 'signature').map(([signature]) => signature);
  const step = Math.ceil(signatures.length / signatureSample);
  const left = new Set(signatures.filter((_, index) => index % step !== 0));
  const search = searched(out, new Map([...secrets].filter(([secret]) => !left.has(secret))));
  expect(search.found).toEqual([]);
  expect(search.files).toBeGreaterThan(20);
  expect(search.forms).toBeGreaterThan(50);
};

/** What the headers of a request say that nobody else may know. */
const credentialsIn = (headers: Headers): readonly (readonly [string, string])[] => {
  const [, aws] = /Signature=([0-9a-f]{64})/.exec(headers.get('authorization') ?? '') ?? [];
  const signature = aws ?? headers.get('x-signature');
  return signature === null ? [] : [[signature, 'signature']];
};

test('no secret of a merchant run stands in any file, whatever the shop tells of it', {
  timeout: 120_000,
}, async () => {
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock });
  const secrets = new Map([
    [inEnvironment, 'environment'],
    [inTrigger, 'trigger header'],
    [inHeader, 'header'],
    ['granite-4f1c9a7e', 'token'],
    ['s1gning-canary-secret', 'signing secret'],
    ['k3y-canary-4711', 'signing key'],
  ]);
  const host = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    const seen = [...request.headers].filter(([name]) => /^(x-|authorization)/.test(name));
    for (const [signature, name] of credentialsIn(request.headers)) secrets.set(signature, name);
    const heard = seen.map(([, value]) => value);
    if (pathname === '/test/remove') return new Response(spelled(heard), { status: 500 });
    const response = await merchant.fetch(request);
    if (!pathname.endsWith('/basket')) return withEcho(response, heard);
    const basket = (await response.json()) as object;
    return withEcho(
      Response.json({ ...basket, [inHeader]: 1, debug: spelled(heard), price: spelled(heard) }, response),
      heard,
    );
  });
  onTestFinished(async () => await host[Symbol.asyncDispose]());
  const { triggers, merchant: addresses, ...rest } = merchant.configuration(host.url);
  const config: Config = {
    ...rest,
    target: { name: 'Shop ${CANARY}', version: '1' },
    merchant: {
      ...addresses,
      headers: { ...addresses?.headers, 'X-Shop-Key': '${CANARY}', 'X-Other': inHeader, 'X-Debug': 'true' },
      signature: { apiKey: 'k3y-canary-4711', secret: 's1gning-canary-secret' },
    },
    triggers: {
      ...triggers,
      removeProduct: { http: { url: `${host.url}/test/remove?key=\${CANARY}`, headers: { 'X-Trigger': inTrigger } } },
    },
    expectedFailures: [{ id: 'basket/price', reason: 'ticket ${CANARY}' }],
  };
  const only = ['basket', 'catalogue/removal-visible', 'merchant/lock'];
  const { out, statusOf } = await everything('merchant', config, { only, clock: systemClock });
  expect(statusOf('basket/price')).toBe('expected-failure');
  expect(statusOf('catalogue/removal-visible')).toBe('not-exercised');
  expect([...secrets.values()]).toContain('signature');
  clean(out, secrets);
});

test('no key, PIN or signature of a till stands in any file, whatever it tells of them', {
  timeout: 120_000,
}, async () => {
  const secrets = new Map([
    [inEnvironment, 'environment'],
    [inQueue, 'queue secret'],
  ]);
  const clock = createWarpClock();
  const till = createReferenceTill({
    variant: 'copper',
    clock,
    send: async (request) => {
      for (const [signature, name] of credentialsIn(request.headers)) secrets.set(signature, name);
      const known = [...secrets].filter(([, name]) => name !== 'signature').map(([secret]) => secret);
      const isActivation = request.url.endsWith('/activate');
      const isQueue = request.headers.has('x-amz-date');
      if (isActivation) {
        const { pinCode } = (await request.clone().json()) as { readonly pinCode: string };
        secrets.set(pinCode, 'PIN');
      } else if (!isQueue) {
        request.headers.set('x-debug', encodeURIComponent(told([...known, request.headers.get('x-signature') ?? ''])));
      }
      const response = await fetch(request);
      if (isActivation) {
        const { apiConfiguration, queueConfiguration } = (await response.clone().json()) as {
          readonly apiConfiguration: { readonly apiKey: string; readonly secret: string };
          readonly queueConfiguration: { readonly accessKeyId: string; readonly secretAccessKey: string };
        };
        const { accessKeyId, secretAccessKey } = queueConfiguration;
        for (const key of [apiConfiguration.apiKey, apiConfiguration.secret, accessKeyId, secretAccessKey]) {
          secrets.set(key, 'issued key');
          await fetch(new URL(`/merchant/v1/lost/${encodeURIComponent(key)}`, request.url), {
            method: 'POST',
            body: spelled([key]),
          });
        }
      }
      return response;
    },
  });
  onTestFinished(async () => await till.stop());
  const host = await serve(till.fetch);
  onTestFinished(async () => await host[Symbol.asyncDispose]());
  const given = till.configuration(host.url);
  const config: Config = {
    ...given,
    pos: { ...given.pos, command: "echo 'started with ${CANARY}'; exec sleep 600" },
    queue: { kind: 'embedded', accessKeyId: 'AK1A-c4nary', secretAccessKey: inQueue },
  };
  const { out } = await everything('pos', config, { only: ['activation', 'auth'], clock });
  expect(new Set(secrets.values())).toEqual(new Set(['environment', 'queue secret', 'PIN', 'issued key', 'signature']));
  clean(out, secrets);
});

test('no key a platform issues stands in any file, its certificate among them', { timeout: 120_000 }, async () => {
  const platform = createPlatform({ clock: createAdjustableClock() });
  onTestFinished(() => platform.close());
  const secrets = new Map<string, string>();
  const api = await serve(async (request) => {
    for (const [signature, name] of credentialsIn(request.headers)) secrets.set(signature, name);
    const heard = ['x-api-key', 'x-signature'].flatMap((name) => request.headers.get(name) ?? []);
    if (request.url.endsWith('/activate')) {
      const { pinCode = '' } = Object(
        await request
          .clone()
          .json()
          .catch(() => undefined),
      ) as { readonly pinCode?: unknown };
      if (typeof pinCode === 'string' && /^\d{6,}$/.test(pinCode)) secrets.set(pinCode, 'PIN');
    }
    const response = await platform.fetch(request);
    if (request.url.endsWith('/activate')) {
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      for (const [, key] of JSON.stringify(body).matchAll(/"(?:apiKey|secret|accessKeyId|secretAccessKey)":"([^"]+)"/g))
        secrets.set(key ?? '', 'issued key');
    }
    return response.status === 204 ? response : withEcho(response, heard);
  });
  onTestFinished(async () => await api[Symbol.asyncDispose]());
  const control = await serve(platform.controlFetch);
  onTestFinished(async () => await control[Symbol.asyncDispose]());
  const config: Config = { platform: { url: api.url, controlUrl: control.url } };
  const { out } = await everything('platform', config, { only: [], clock: systemClock });
  expect(new Set(secrets.values())).toEqual(new Set(['PIN', 'issued key', 'signature']));
  clean(out, secrets);
});
