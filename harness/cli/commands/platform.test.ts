import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { toScheme } from '#mocks/platform';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance, folderWith, start } from '../cli.fixture.ts';

interface Running {
  readonly api: string;
  readonly control: string;
  readonly said: string;
  readonly kill: () => Promise<void>;
}

const platformIn = async (cwd: string, ...args: readonly string[]): Promise<Running> => {
  const { child, ended } = start(['platform', '--port', '0', '--control-port', '0', ...args], { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (text: string) => (said += text));
  while (!said.includes('Not for production')) await Promise.race([once(child.stdout, 'data'), failed(ended)]);
  const [, api = ''] = /platform +(\S+)/.exec(said) ?? [];
  const [, control = ''] = /control +(\S+)/.exec(said) ?? [];
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { api, control, said, kill };
};

const failed = async (ended: Promise<{ readonly stderr: string }>): Promise<never> => {
  throw new Error((await ended).stderr);
};

const call = async (url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

const get = async (url: string) => JSON.parse(await (await fetch(url)).text());

const signedCall = async (url: string, keys: { apiKey: string; secret: string }, body?: unknown) => {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const message = { method: 'POST', url, headers: new Headers(), body: bytes };
  return call(url, body, await toScheme().sign(message, keys, Date.now()));
};

test('with --data-dir a killed platform comes back with credentials, callbacks and messages', async () => {
  const cwd = testFolder();
  const first = await platformIn(cwd, '--data-dir', 'kept');
  await call(`${first.control}/locations`, { merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  const { body: pin } = await call(`${first.control}/locations/bar/pins`);
  const activation = { merchantTaxId: 'tax-1', pinCode: pin.pinCode, softwareName: 'Till', softwareVersion: '1' };
  const { body: pos } = await call(`${first.api}/merchant/v1/pos/activate`, activation);
  const { body: answered } = await signedCall(`${first.api}/merchant/v1/async/test`, pos.apiConfiguration);
  const { body: waiting } = await signedCall(`${first.api}/merchant/v1/async/test`, pos.apiConfiguration);
  const command = await get(`${first.control}/locations/bar/commands/${answered.messageId}`);
  const { nonce } = command.envelope.payload;
  const callback = (url: string, messageId: string, sent: string) =>
    signedCall(`${url}/merchant/v1/async/Test/${messageId}`, pos.apiConfiguration, { nonce: sent });
  expect(await callback(first.api, answered.messageId, nonce)).toMatchObject({ status: 204 });
  await first.kill();

  const second = await platformIn(cwd, '--data-dir', 'kept');
  expect(second.said).toContain('State is kept in kept');
  // A repeat is acknowledged whatever it says, an open message is still judged.
  expect(await callback(second.api, answered.messageId, 'another')).toMatchObject({ status: 204 });
  expect(await callback(second.api, waiting.messageId, 'another')).toMatchObject({ status: 400 });
  expect(await call(`${second.api}/merchant/v1/pos/activate`, activation)).toMatchObject({ body: { success: false } });
  const state = await get(`${second.control}/state`);
  expect(state.locations[0].queue).toMatchObject([{ messageId: answered.messageId }, { messageId: waiting.messageId }]);

  const busy = await conformance(['platform', '--data-dir', join(cwd, 'kept')]);
  expect([busy.code, busy.stderr]).toEqual([2, expect.stringContaining('is in use by another platform')]);
});

test('a queue in a container says what is missing for it', async () => {
  const { code, stderr } = await conformance(['platform'], { cwd: folderWith({ queue: { kind: 'elasticmq' } }) });
  // Where testcontainers is installed the engine is what may be missing.
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^queue\.kind: .*(testcontainers|did not start)/)]);
});

test('without it the platform says that it forgets, its clock can be moved, and the configured shop is there', async () => {
  const shop = {
    basketUrl: 'http://127.0.0.1:1/b',
    recalculateUrl: 'http://127.0.0.1:1/r',
    orderUrl: 'http://127.0.0.1:1/o',
  };
  const { control, said } = await platformIn(folderWith({ merchant: shop }));
  expect(said).toContain('it forgets everything when it ends');
  const before = (await get(`${control}/clock`)).now;
  expect((await call(`${control}/clock/advance`, { ms: 86_400_000 })).body.now).toBeGreaterThanOrEqual(
    before + 86_400_000,
  );
  expect(await call(`${control}/shops/configured/checkouts`, { basketId: 'b' })).toMatchObject({ status: 200 });
  expect(said).toContain(`console   ${control}/\n`);
  expect(await get(`${control}/certification`)).toMatchObject({ configured: true, runs: [] });
  expect(await get(`${control}/samples/OrderSubmissionRequested?seed=1`)).toMatchObject({
    payload: { orderContext: { type: 'STATION' } },
  });
  expect((await fetch(`${control}/clock`, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
});

test('a control API that others can reach asks for the token that is printed', async () => {
  const { said } = await platformIn(folderWith({ platform: { controlListen: '0.0.0.0:0' } }));
  const [, port, token] = /console +http:\/\/0\.0\.0\.0:(\d+)\/\?token=(\S+)/.exec(said) ?? [];
  const clock = `http://127.0.0.1:${port}/clock`;
  expect((await fetch(clock)).status).toBe(401);
  expect((await fetch(clock, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

test('what is kept and does not fit together is exit code 2 and a sentence, and so is what cannot be used', async () => {
  const cwd = testFolder();
  const first = await platformIn(cwd, '--data-dir', 'kept');
  await call(`${first.control}/locations`, { merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  await first.kill();
  const file = join(cwd, 'kept', 'platform.sqlite');
  const edit = (sql: string): void => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };
  edit("CREATE TRIGGER full BEFORE INSERT ON entity BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const full = await conformance(['platform', '--data-dir', 'kept'], { cwd });
  expect(full.stderr).toMatch(/^--data-dir: \S+ cannot be written: no room\. [^\n]+\n$/);
  expect(full.code).toBe(2);
  edit("DROP TRIGGER full; DELETE FROM entity WHERE kind = 'merchant'");
  const torn = await conformance(['platform', '--data-dir', 'kept'], { cwd });
  expect(torn.stderr).toMatch(/^--data-dir: what kept keeps does not fit together: [^\n]+\n$/);
  expect(torn.code).toBe(2);
  truncateSync(file);
  const emptied = await conformance(['platform', '--data-dir', 'kept'], { cwd });
  expect(emptied.stderr).toMatch(/^--data-dir: \S+ is empty: [^\n]+\n$/);
  expect(emptied.code).toBe(2);
});

test.each(['short', 'fifteen-letters', 'with a blank in the middle'])(
  'the token %j is refused before anything is served',
  async (token) => {
    const cwd = folderWith({ platform: { controlListen: '0.0.0.0:0' } });
    const refused = await conformance(['platform'], { cwd, env: { CONFORMANCE_CONTROL_TOKEN: token } });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('at least 16');
    expect(refused.stderr).not.toContain(token);
  },
);

test.each([
  ['our own without a configuration', undefined, 0, 'our own mock is certified'],
  ['our own', 'queue: { groupBatching: single }', 0, 'our own mock is certified'],
  [
    'one that does not answer',
    'platform: { url: "http://127.0.0.1:1", controlUrl: "http://127.0.0.1:1" }',
    3,
    'platform.url',
  ],
  ['our own with a queue that a run does not start', 'queue: { kind: localstack }', 2, 'queue.kind'],
  ['one without its control driver', 'platform: { url: "http://127.0.0.1:1" }', 2, 'platform.controlUrl'],
])('the doctor examines the platform to certify: %s', async (_, config, code, said) => {
  const cwd = config === undefined ? testFolder() : folderWith(config);
  const examined = await conformance(['doctor', 'platform'], { cwd });
  expect(examined.code).toBe(code);
  expect(examined.stdout + examined.stderr).toContain(said);
});
