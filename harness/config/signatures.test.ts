import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { UsageError } from './usage-error.ts';
import { readConfig } from './read.ts';
import { checkSignatures, merchantSignature } from './signatures.ts';

const checked = async (signature: string, modules: Readonly<Record<string, string>> = {}) => {
  const cwd = testFolder();
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(cwd, name), text);
  writeFileSync(join(cwd, 'c.yaml'), `merchant:\n  signature: ${signature}\n`);
  const { config, file } = readConfig({ file: 'c.yaml', cwd, env: { SECRET: 's3cr3t' } });
  await checkSignatures(config, file);
  const call = { method: 'GET', url: 'http://shop.example/a', headers: new Headers(), body: new Uint8Array() };
  return await (await merchantSignature(config, () => 5000))?.sign(call);
};

test('a template from a file: its secret from the environment, a dollar before a brace written twice', async () => {
  const signed = await checked(
    '{ apiKey: k, secret: "${SECRET}", template: { headers: { X-A: "v1$${apiKey}$${timestamp}" } } }',
  );
  expect(signed).toEqual({ 'X-A': 'v1$k$5' });
});

test('a module stands beside the configuration', async () => {
  const text =
    'export const scheme = { sign: async (_, { apiKey }, now) => ({ a: `${apiKey} ${now}` }), verify() {} };';
  expect(await checked('{ apiKey: k, secret: s, module: ./own.mjs }', { 'own.mjs': text })).toEqual({ a: 'k 5000' });
});

test.each([
  ['no secret', '{ apiKey: k }', /merchant\.signature.*secret/],
  ['an unknown placeholder', '{ apiKey: k, secret: s, template: { signedParts: ["{verb}"] } }', /apiKey, method/],
  ['an unknown key of a template', '{ apiKey: k, secret: s, template: { header: {} } }', /headers/],
  ['two schemes', '{ apiKey: k, secret: s, template: {}, messageSignatures: { components: [a] } }', /keep one/],
  ['a bad scheme for responses', '{ apiKey: k, secret: s, responses: { template: { join: 1 } } }', /responses/],
  ['a module that is not there', '{ apiKey: k, secret: s, module: none.mjs }', /signature\.module.*cannot be read/],
  ['a module without a scheme', '{ apiKey: k, secret: s, responses: { module: own.mjs } }', /must export "scheme"/],
])('%s is misuse', async (_, signature, message) => {
  const attempt = checked(signature, { 'own.mjs': 'export const other = 1;' });
  await expect(attempt).rejects.toThrow(UsageError);
  await expect(attempt).rejects.toThrow(message);
});
