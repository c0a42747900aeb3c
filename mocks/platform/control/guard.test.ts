import { request as httpRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createRig } from '#lab/doubles/platform/platform-rig';
import { guardControl } from './guard.ts';

/** Over a socket, with whatever headers a browser or a stranger sends. */
const guarded = async (token?: string, allowedHosts: readonly string[] = []) => {
  const { platform } = createRig();
  const served = await serve(guardControl(platform.controlFetch, { token, allowedHosts }));
  onTestFinished(() => served[Symbol.asyncDispose]());
  const call = (headers: Readonly<Record<string, string>> = {}, path = '/clock', method = 'GET') =>
    new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }>((resolve, reject) => {
      const sent = httpRequest(`${served.url}${path}`, { method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      sent.once('error', reject).end();
    });
  return { call, port: served.port };
};

test('on loopback everybody on this machine may act, and no page of another origin', async () => {
  const { call, port } = await guarded();
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', 'console.localhost', '[::1]'])
    expect((await call({ host: `${host}:${port}` })).status).toBe(200);
  for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])
    expect(await call({ host: `${host}:${port}` })).toMatchObject({ status: 403 });
  const host = `localhost:${port}`;
  expect((await call({ host, origin: `http://${host}` })).status).toBe(200);
  for (const origin of ['http://evil.example', 'null', `http://localhost:${port + 1}`])
    expect(await call({ host, origin }, '/basketChange/rejectNext', 'POST')).toMatchObject({ status: 403 });
  expect((await call({ host, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('elsewhere only who knows the token may act, by header or by the cookie its address sets', async () => {
  const { call, port } = await guarded('t0ken');
  const host = `platform.example:${port}`;
  expect(await call({ host })).toMatchObject({ status: 401, text: expect.stringContaining('TokenMissing') });
  expect(await call({ host, accept: 'text/html' }, '/')).toMatchObject({
    status: 401,
    text: expect.stringContaining('<p>Open the address'),
  });
  expect((await call({ host, authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await call({ host, authorization: 'Bearer t0ken' })).status).toBe(200);
  expect((await call({ host }, '/clock?token=wrong')).status).toBe(401);
  const entered = await call({ host }, '/?token=t0ken');
  expect(entered).toMatchObject({ status: 303, headers: { location: '/' } });
  for (const path of ['//evil.example/', '/%5Cevil.example', '///evil.example//', '/\\evil.example'])
    expect((await call({ host }, `${path}?token=t0ken`)).headers['location']).toMatch(/^\/(?![/\\])/);
  const [set = ''] = entered.headers['set-cookie'] as readonly string[];
  expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
  const cookie = `other=1; ${set.split(';')[0]}`;
  expect((await call({ host, cookie })).status).toBe(200);
  expect((await call({ host, cookie, origin: 'http://evil.example' }, '/clock/advance', 'POST')).status).toBe(403);
});

test('behind a forwarder the token is enough, and an allowed name; a refusal says which setting lifts it', async () => {
  const origin = 'https://box-18381.app.github.dev';
  const [path, method] = ['/basketChange/rejectNext', 'POST'];
  const refused = {
    status: 403,
    text: expect.stringContaining('add box-18381.app.github.dev to platform.allowedHosts'),
  };
  for (const token of [undefined, 't0ken']) {
    // The host is written anew, or kept.
    const plain = await guarded(token);
    const cookie =
      token === undefined
        ? ''
        : (String((await plain.call({}, `/?token=${token}`)).headers['set-cookie']).split(';')[0] ?? '');
    expect(await plain.call({ origin, cookie }, path, method)).toMatchObject(refused);
    if (token === undefined) expect(await plain.call({ host: 'box-18381.app.github.dev' })).toMatchObject(refused);
    for (const allowed of ['box-18381.app.github.dev', '.app.github.dev']) {
      const { call } = await guarded(token, [allowed]);
      expect((await call({ origin, cookie }, path, method)).status).not.toBe(403);
      expect((await call({ origin, cookie, host: 'box-18381.app.github.dev' }, path, method)).status).not.toBe(403);
      for (const other of ['https://evil.example', 'https://app.github.dev.evil.example', 'null'])
        expect((await call({ origin: other, cookie }, path, method)).status).toBe(403);
    }
  }
  const { call } = await guarded('t0ken');
  expect((await call({ origin, authorization: 'Bearer t0ken' }, path, method)).status).not.toBe(403);
});
