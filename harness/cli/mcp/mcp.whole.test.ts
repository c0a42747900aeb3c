import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import type { DoctorAnswer, ExplainAnswer, RunAnswer } from '#schemas';
import { failedRetrieval, folderWith, hosting, program } from '../cli.fixture.ts';

const bin = join(import.meta.dirname, '../../../bin/conformance.js');

const connected = async (cwd: string, ...args: readonly string[]): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', ...args], cwd }));
  onTestFinished(async () => await client.close());
  return client;
};

/** What a tool answers; the client holds it against the shape that the tool declares. */
const asked = async <Answer>(client: Client, name: string, given: object, onprogress?: () => void): Promise<Answer> => {
  const options = { timeout: 120_000, ...(onprogress && { onprogress }) };
  const { isError, structuredContent, content } = await client.callTool(
    { name, arguments: { ...given } },
    undefined,
    options,
  );
  expect(isError, JSON.stringify(content)).toBe(false);
  return structuredContent as Answer;
};

test('an agent certifies a shop, looks at what failed, and drives the platform', { timeout: 180_000 }, async () => {
  const faults = ['order:remembers-only-the-last'] as const;
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock, faults });
  const url = await hosting(async (request) => await merchant.fetch(request));
  const cwd = folderWith({ ...merchant.configuration(url), reports: { formats: [] } });
  const client = await connected(cwd, '--allow', 'run', '--allow', 'doctor', '--allow', 'platform');
  // From here on the client holds each answer against the shape of its tool.
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    'compare doctor explain failure judge list platform_call platform_start run'.split(' '),
  );

  expect(await asked<DoctorAnswer>(client, 'doctor', { suite: 'merchant' })).toMatchObject({ ready: true });
  let steps = 0;
  const onlyOrders = { suite: 'merchant', only: ['order/idempotent'], effort: 'quick', seed: 7 };
  const { result, folder } = await asked<RunAnswer>(client, 'run', onlyOrders, () => (steps += 1));
  expect(result).toMatchObject({ verdict: 'non-conformant', seed: 7 });
  expect(steps).toBeGreaterThan(0);
  const { run } = await asked<ExplainAnswer>(client, 'failure', { id: 'order/idempotent', results: folder });
  expect(run).toMatchObject({ status: 'failed' });
  const [failure] = run?.failures ?? [];
  expect(failure?.exchanges.at(-1)?.request.url).toMatch(/\/order$/);
  expect(failure?.curl).toMatch(/^curl /);

  const { operations } = await asked<{ operations: string[] }>(client, 'platform_start', {});
  expect(operations).toContainEqual(expect.stringMatching(/^POST \/locations /));
  const control = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> =>
    (await asked<{ answer: Record<string, unknown> }>(client, 'platform_call', { method, path, body })).answer;
  await control('POST', '/locations', { merchantTaxId: '1', integrationProfileId: 'bar' });
  expect(await control('POST', '/locations/bar/pins')).toMatchObject({ pinCode: expect.stringMatching(/^\d+$/) });
  const { payload } = await control('GET', '/samples/OrderSubmissionRequested?integrationProfileId=bar');
  const order = { messageKind: 'OrderSubmissionRequested', payload, force: true };
  const { messageId } = await control('POST', '/locations/bar/commands', order);
  expect(JSON.stringify(await control('GET', '/locations/bar/queue'))).toContain(messageId);
});

test('without --allow nothing is called, started or written in the folder', async () => {
  const cwd = folderWith({ merchant: { basketUrl: 'http://127.0.0.1:1/basket' } });
  const client = await connected(cwd);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual('compare explain failure judge list'.split(' '));
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect(await client.callTool({ name: 'run', arguments: { suite: 'merchant' } })).toMatchObject({ isError: true });

  writeFileSync(join(cwd, 'traffic.har'), failedRetrieval('http://127.0.0.1:1/basket?basketId=b'));
  const judged = await asked<RunAnswer>(client, 'judge', { suite: 'merchant', captures: ['traffic.har'] });
  expect(judged.result.suite).toBe('merchant');
  expect(existsSync(join(cwd, 'conformance-results'))).toBe(false);
  // Nobody reaches an option through the place of a name.
  const unknown = await client.callTool({ name: 'explain', arguments: { id: '--results=/' } });
  expect(unknown).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('begins like an option') }],
  });
});

test('what is allowed has a name', async () => {
  const { code, stderr } = await program(['mcp', '--allow', 'everything']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('not one of run, doctor, platform')]);
});
