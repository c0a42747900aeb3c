import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { testFolder } from '#lab/doubles/test-folder';
import { jobsOf, root, textOf } from './ci-examples.fixture.ts';
import { folderWith, hosting, resultIn } from './cli/cli.fixture.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly name?: string; readonly run?: string; readonly env?: Record<string, string> }[];
  };
}
interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly with?: Readonly<Record<string, string>> }[] }>
  >;
}

/** A folder with the configuration of a sound shop that is up for the time of the test. */
const shopFolder = async (): Promise<string> => {
  const shop: { fetch?: (request: Request) => Promise<Response> } = {};
  const url = await hosting(async (request) => (await shop.fetch?.(request)) ?? Response.error());
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock });
  shop.fetch = merchant.fetch;
  return folderWith({ ...merchant.configuration(url), reports: { formats: ['junit'] } });
};

const shell = (command: readonly [string, ...string[]], cwd: string, env: Readonly<Record<string, string>>) =>
  new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    const path = `${env['PATH'] ?? ''}:${dirname(process.execPath)}:${process.env['PATH']}`;
    const options = { cwd, env: { ...process.env, CONFORMANCE_EFFORT: 'quick', ...env, PATH: path } };
    const [file, ...args] = command;
    execFile(file, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });

const commit = '9fceb02d0ae598e95dc970b74767f19372d61af8';

/** Runs the steps of the action as the workflow gives them their inputs. */
const workflowIn = (cwd: string) => {
  const action = parse(textOf('action.yml')) as Action;
  const { jobs } = parse(textOf('examples/ci/github-workflow.yml')) as Workflow;
  const inputsOf = (job: string) => jobs[job]?.steps.find((step) => step.with?.['suite'] !== undefined)?.with ?? {};
  const summary = join(cwd, 'step-summary.md');
  const key = join(cwd, 'signing.key');
  const context: Readonly<Record<string, string>> = { 'github.sha': commit };
  const step = async (name: string, given: Readonly<Record<string, string>>) => {
    const { run = '', env = {} } = action.runs.steps.find((one) => one.name === name) ?? {};
    const defaults = Object.entries(action.inputs).map(([id, one]) => [id, one.default ?? '']);
    const inputs = { ...Object.fromEntries(defaults), ...given } as Readonly<Record<string, string>>;
    const secret = (text: string) =>
      text === '${{ secrets.CONFORMANCE_KEY }}' ? (existsSync(key) ? readFileSync(key, 'utf8') : '') : text;
    const filled = Object.entries(env).map(([name_, text]) => [
      name_,
      secret(text.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, input: string) => inputs[input] ?? '')).replace(
        /\$\{\{ (github\.[\w.]+) \}\}/,
        (_, name__: string) => context[name__] ?? '',
      ),
    ]);
    return await shell(['bash', '-eo', 'pipefail', '-c', run], cwd, {
      ...Object.fromEntries(filled),
      CONFORMANCE: join(root, 'bin/conformance.js'),
      GITHUB_STEP_SUMMARY: summary,
    });
  };
  return {
    summary: () => readFileSync(summary, 'utf8'),
    shard: async (index: number) => {
      const inputs = inputsOf('shard');
      const shard = inputs['shard']?.replace('${{ matrix.shard }}', String(index)) ?? '';
      const out = inputs['artifact']?.replace('${{ matrix.shard }}', String(index)) ?? '';
      return await step('Certify', { ...inputs, shard, out });
    },
    verdict: async (name: 'Certify' | 'Summarise' | 'Sign' | 'Compare', more: Readonly<Record<string, string>> = {}) =>
      await step(name, { ...inputsOf('verdict'), ...more }),
  };
};

/** Each step is a process, and a merge writes every report. */
const manySteps = 240_000;

test('the workflow as written certifies a shop in shards, merges them and signs; without an artifact it does not', {
  timeout: manySteps,
}, async () => {
  const cwd = await shopFolder();
  const workflow = workflowIn(cwd);
  for (const index of [1, 2, 3]) expect(await workflow.shard(index)).toMatchObject({ code: 0 });
  await shell([process.execPath, join(root, 'bin/conformance.js'), 'certify', '--new-key', 'signing.key'], cwd, {});
  const verdict = await workflow.verdict('Certify');
  expect(verdict.output).toContain('CONFORMANT');
  expect(verdict.code).toBe(0);
  expect(resultIn(cwd)).toMatchObject({
    verdict: 'conformant',
    exitCode: 0,
    seed: Number.parseInt(commit.slice(0, 7), 16),
  });
  expect(await workflow.verdict('Summarise')).toMatchObject({ code: 0 });
  expect(workflow.summary()).toContain('Conformant');
  expect(await workflow.verdict('Compare', { before: 'conformance-results' })).toMatchObject({ code: 0 });
  expect(workflow.summary()).toContain('nothing changed');
  expect(await workflow.verdict('Sign')).toMatchObject({
    code: 0,
    output: expect.stringContaining('certificate.json'),
  });

  // What is left of an artifact that never came.
  rmSync(join(cwd, 'shard-2'), { recursive: true });
  expect(await workflow.verdict('Certify')).toMatchObject({ code: 4, output: expect.stringContaining('shard 2/3') });
  expect(await workflow.verdict('Sign')).toMatchObject({ code: 4 });
  mkdirSync(join(cwd, 'shard-2'));
  expect(await workflow.verdict('Certify')).toMatchObject({
    code: 2,
    output: expect.stringContaining('shard-2 has no'),
  });
  for (const index of [1, 2, 3]) rmSync(join(cwd, `shard-${index}`), { recursive: true });
  expect(await workflow.verdict('Certify')).toMatchObject({
    code: 2,
    output: expect.stringContaining('shard-* has no'),
  });
});

test('the Indexed Job as written does the same', { timeout: manySteps }, async () => {
  const config = await shopFolder();
  const results = testFolder();
  const path = testFolder();
  writeFileSync(join(path, 'conformance'), `#!/bin/sh\nexec node "${join(root, 'bin/conformance.js')}" "$@"\n`);
  chmodSync(join(path, 'conformance'), 0o755);
  const [shards, verdict] = jobsOf('examples/ci/kubernetes-shards.yaml').map(({ spec }) => ({
    script: spec?.template.spec?.containers[0]?.args?.[0] ?? '',
    completions: spec?.completions ?? 1,
  }));
  const key = join(path, 'signing.key');
  await shell([process.execPath, join(root, 'bin/conformance.js'), 'certify', '--new-key', key], path, {});
  const pod = (script: string, index: number) =>
    shell(['sh', '-c', script], config, {
      CONFIG: config,
      CONFORMANCE_KEY: key,
      RESULTS: results,
      PATH: path,
      JOB_COMPLETION_INDEX: String(index),
    });
  for (let index = 0; index < (shards?.completions ?? 0); index++)
    expect(await pod(shards?.script ?? '', index)).toMatchObject({ code: 0 });
  expect(resultIn(results, 'shard-0')).toMatchObject({
    verdict: 'incomplete',
    exitCode: 0,
    shard: { index: 1, of: 3 },
  });
  const merged = await pod(verdict?.script ?? '', 0);
  expect(merged.output).toContain('conformed to the merchant suite');
  expect(merged.code).toBe(0);
  expect(resultIn(results, 'verdict')).toMatchObject({ verdict: 'conformant' });

  rmSync(join(results, 'shard-1'), { recursive: true });
  expect(await pod(verdict?.script ?? '', 0)).toMatchObject({ code: 4 });
  expect(existsSync(join(results, 'verdict', 'certificate.json'))).toBe(false);
});
