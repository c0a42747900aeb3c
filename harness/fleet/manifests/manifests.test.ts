import { execFileSync } from 'node:child_process';
import { validateWorkflow } from '@action-validator/core';
import { type IJob, Job } from 'kubernetes-models/batch/v1';
import { ConfigMap, type IConfigMap } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { FleetFile } from './manifest.ts';
import { type Engine, engines, manifestFor } from './manifests.ts';

const listed = [
  { path: 'fleet.yaml', text: 'targets: [{ config: shops/*.yaml }]\n' },
  { path: 'shops/a.yaml', text: 'target: { name: A }\n---\n' },
];
const manifest = (engine: Engine, count = 20, files: readonly FleetFile[] = listed): string =>
  manifestFor(engine, { count, file: 'fleet.yaml', files });

const documentsIn = (text: string): readonly unknown[] =>
  parseAllDocuments(text).map((document) => document.toJS() as unknown);

test('the jobs and the files they carry are what the schemas of Kubernetes say, one index a target', () => {
  const [files, ...jobs] = documentsIn(manifest('kubernetes')) as [IConfigMap, ...IJob[]];
  new ConfigMap(files).validate();
  for (const job of jobs) new Job(job).validate();
  expect(() => new Job({ spec: { completions: 'all' } } as unknown as IJob).validate()).toThrow('completions');
  expect(() => manifest('kubernetes', 100_001)).toThrow('100000');
  expect(jobs.map(({ spec }) => [spec?.completionMode, spec?.completions, spec?.backoffLimitPerIndex])).toEqual([
    ['Indexed', 20, 1],
    [undefined, undefined, undefined],
  ]);
  // Nothing is reported before there is something.
  expect(jobs.map(({ spec }) => spec?.suspend)).toEqual([undefined, true]);
  for (const { spec } of jobs) {
    const [fleet] = spec?.template.spec?.volumes ?? [];
    const placed = fleet?.configMap?.items?.map(({ key, path }) => ({ path, text: files.data?.[key] }));
    expect(placed).toEqual(listed);
  }
});

test('files that a ConfigMap cannot hold are left to a volume', () => {
  const many = { path: 'shops/b.yaml', text: 'x'.repeat(1024 * 1024) };
  for (const files of [[many], [{ path: '../elsewhere.yaml', text: '' }]]) {
    const jobs = documentsIn(manifest('kubernetes', 20, files)) as IJob[];
    expect(jobs).toHaveLength(2);
    for (const job of jobs) new Job(job).validate();
    expect(jobs[0]?.spec?.template.spec?.volumes?.[0]?.persistentVolumeClaim).toEqual({
      claimName: 'conformance-fleet',
    });
  }
});

test('the workflow is what its schema says', () => {
  expect(validateWorkflow(manifest('github')).errors).toEqual([]);
  expect(validateWorkflow(manifest('github').replace('runs-on', 'run-on')).errors).not.toEqual([]);
  expect(() => manifest('github', 257)).toThrow('256');
});

test('GitLab is told how many, and a single job which one it is', () => {
  expect(parse(manifest('gitlab'))).toMatchObject({ target: { parallel: 20 } });
  expect(parse(manifest('gitlab', 1))).toMatchObject({ target: { variables: { CI_NODE_INDEX: '1' } } });
  expect(() => manifest('gitlab', 201)).toThrow('200');
});

/** Of those that sbatch documents, what a job needs, and what their values look like; a letter wrong and it refuses the job. */
const sbatchOptions: Readonly<Record<string, RegExp | undefined>> = {
  account: /^\S+$/,
  array: /^\d+-\d+(:\d+)?(%\d+)?$/,
  chdir: /^\S+$/,
  constraint: /^\S+$/,
  'cpus-per-task': /^\d+$/,
  error: /^\S+$/,
  exclusive: /^(user|mcs|topo)?$/,
  export: /^\S+$/,
  'job-name': /^\S+$/,
  mem: /^\d+[KMGT]?$/,
  'mem-per-cpu': /^\d+[KMGT]?$/,
  nice: /^-?\d*$/,
  'no-requeue': /^$/,
  nodes: /^\d+(-\d+)?$/,
  ntasks: /^\d+$/,
  'ntasks-per-node': /^\d+$/,
  output: /^\S+$/,
  partition: /^\S+$/,
  qos: /^\S+$/,
  requeue: /^$/,
  signal: /^\S+$/,
  time: /^(\d+-)?\d+(:\d{2}){0,2}$/,
};

test('the batch script is one a shell reads, with options that sbatch has, before the first command', () => {
  for (const shell of ['sh', 'bash']) execFileSync(shell, ['-n'], { input: manifest('slurm') });
  const lines = manifest('slurm').split('\n');
  const options = lines.filter((line) => line.startsWith('#SBATCH'));
  expect(options.length).toBeGreaterThan(3);
  for (const option of options) {
    const [, name = '', value = ''] = /^#SBATCH --([a-z-]+)(?:=(.*))?$/.exec(option) ?? [];
    expect([option, sbatchOptions[name]?.test(value)]).toEqual([option, true]);
  }
  const firstCommand = lines.findIndex((line) => line !== '' && !line.startsWith('#'));
  expect(lines.findLastIndex((line) => line.startsWith('#SBATCH'))).toBeLessThan(firstCommand);
  expect(manifest('slurm')).toContain('#SBATCH --array=0-19%20');
  expect(manifest('slurm')).not.toContain('MaxArraySize');
  expect(manifest('slurm', 5000)).toContain('MaxArraySize of the cluster has to be above 4999');
});

test.each(engines)('%s writes to a bucket where it is told to, and reports it from there', (engine) => {
  const text = manifestFor(engine, {
    count: 20,
    file: 'fleet.yaml',
    files: listed,
    results: 's3://conformance/nightly',
  });
  expect(text).toMatch(/fleet run .*s3:\/\/conformance\/nightly|RESULTS:-s3:\/\/conformance\/nightly/s);
  if (engine === 'github') expect(validateWorkflow(text).errors).toEqual([]);
  if (engine === 'kubernetes') {
    const [, ...jobs] = documentsIn(text) as [IConfigMap, ...IJob[]];
    for (const job of jobs) new Job(job).validate();
    expect(text).not.toContain('conformance-results');
  }
  if (engine !== 'slurm') expect(text.replaceAll(/\s+/g, ' ')).toContain('fleet report s3://conformance/nightly');
});

test.each(engines)('%s runs one target by its index and reports them all', (engine) => {
  expect(manifest(engine)).toMatch(/fleet run --file \S*fleet\.yaml/);
  expect(manifest(engine)).toContain('fleet report');
});
