import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { at, conformance, folderWith, hosting, resultIn, runWith, start } from '../cli.fixture.ts';

test('a dead address is not judged, and the key is named', async () => {
  const { code, stdout, folder } = await runWith(at('http://127.0.0.1:1'));
  expect(code).toBe(3);
  expect(stdout).toMatch(/refused/);
  expect(stdout).toMatch(/merchant\.basketUrl/);
  expect(resultIn(folder)).toMatchObject({ verdict: 'not-judged', exitCode: 3 });
});

test('a certificate nobody vouches for is not judged, and trusting it helps', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const server = createTlsServer({ key, cert }, (_request, response) => response.writeHead(500).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const strange = await runWith(at(`https://localhost:${port}`));
  expect(strange.code).toBe(3);
  expect(strange.stdout).toMatch(/certificate is self-signed/);
  expect(strange.stdout).toMatch(/merchant\.tls\.ca/);

  const wrongHost = await runWith(at(`https://127.0.0.1:${port}`));
  expect(wrongHost.code).toBe(3);

  const cwd = folderWith({ merchant: { ...at(`https://localhost:${port}`).merchant, tls: { ca: 'ca.pem' } } });
  writeFileSync(join(cwd, 'ca.pem'), cert);
  const { code, stdout } = await conformance(['doctor', 'merchant'], { cwd });
  expect(stdout).toMatch(/Ready to run/);
  expect(code).toBe(0);
});

test('each failure is named as it happens, and a run may end with the first', async () => {
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock });
  const url = await hosting(async (request) => {
    const { pathname } = new URL(request.url);
    return pathname.includes('basket') ? Response.json({}) : await merchant.fetch(request);
  });
  const cwd = folderWith(merchant.configuration(url));
  const { code, stderr, stdout } = await conformance(['run', 'merchant', '--ci', '--seed', '7', '--bail'], { cwd });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^✗ basket\/[a-z-]+: \S/mu);
  expect(stdout).toMatch(/the run ended at failure 1/);
  expect(stdout).toMatch(/^failed {2}basket\/[a-z-]+.*\nnext {4}npx conformance explain basket\/[a-z-]+\nexit {4}1 /mu);
  const { requirements } = resultIn(cwd);
  expect(requirements.filter(({ status }) => status === 'not-exercised').length).toBeGreaterThan(10);
});

test('Ctrl-C ends the run with its reports written', async () => {
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock });
  let calls = 0;
  const reached = Promise.withResolvers<void>();
  const url = await hosting(async (request) => {
    calls += 1;
    // The examination before the run makes at most seven calls; what comes after them hangs.
    if (calls <= 7) return await merchant.fetch(request);
    reached.resolve();
    return await new Promise<Response>(() => undefined);
  });
  const cwd = folderWith(merchant.configuration(url));
  const { child, ended } = start(['run', 'merchant', '--ci', '--seed', '7'], { cwd });
  await reached.promise;
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  expect(stderr).toMatch(/Interrupted/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(resultIn(cwd)).toMatchObject({ exitCode: 130, seed: 7 });
  for (const file of ['journal.ndjson', 'junit.xml', 'report.html']) {
    expect(existsSync(join(cwd, 'conformance-results', file))).toBe(true);
  }
});
