import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const image = process.env['CONFORMANCE_IMAGE'] ?? '';
const run = promisify(execFile);
const engine = async (...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await run(process.env['PODMAN'] ?? 'docker', args);
  return (args[0] === 'logs' ? stderr + stdout : stdout).trim();
};

const token = 'a-token-of-this-test';
const [port, controlPort] = [18_090, 18_091];

const control = async (path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return await response.json();
};

test.skipIf(image === '')(
  'the image serves the platform read-only, to nobody in particular, as documented',
  async () => {
    const strict = [
      '--read-only',
      '--cap-drop=all',
      '--user',
      '12345:12345',
      '-e',
      `CONFORMANCE_CONTROL_TOKEN=${token}`,
    ];
    const ports = ['-p', `${port}:8080`, '-p', `${controlPort}:8081`];
    const command = ['platform', '--port', '0.0.0.0:8080', '--control-port', '0.0.0.0:8081'];
    const id = await engine('run', '-d', ...strict, ...ports, image, ...command);
    try {
      await expect.poll(() => engine('logs', id)).toMatch(/^console +http/m);
      expect(await control('/locations', { merchantTaxId: '5250000001', integrationProfileId: 'bar' })).toMatchObject({
        integrationProfileId: 'bar',
      });
      expect(await control('/locations/bar/pins', {})).toMatchObject({ pinCode: expect.stringMatching(/^\d+$/) });
      expect(await control('/state')).toMatchObject({ locations: [{ posAvailable: false }] });
      await engine('healthcheck', 'run', id);
      const stopping = performance.now();
      await engine('stop', '-t', '10', id);
      expect(performance.now() - stopping).toBeLessThan(8000);
    } finally {
      await engine('rm', '-f', id);
    }
  },
);

test.skipIf(image === '')('the image says what it is', async () => {
  const [{ Config }] = JSON.parse(await engine('image', 'inspect', image)) as [{ readonly Config: object }];
  expect(Config).toMatchObject({
    User: '1000:1000',
    WorkingDir: '/work',
    Volumes: { '/work': {} },
    ExposedPorts: { '8080/tcp': {}, '8081/tcp': {} },
    Labels: { 'org.opencontainers.image.licenses': 'MIT' },
  });
  expect(await engine('run', '--rm', image, '--version')).toMatch(/^\d+\.\d+\.\d+$/);
});
