import { execFileSync } from 'node:child_process';
import { validateWorkflow } from '@action-validator/core';
import { type IJob, Job } from 'kubernetes-models/batch/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type Engine, engines, manifestFor } from './manifests.ts';

const manifest = (engine: Engine, count = 20): string => manifestFor(engine, { count, file: 'fleet.yaml' });

test('the jobs are what the schemas of Kubernetes say, one index a target', () => {
  const jobs = parseAllDocuments(manifest('kubernetes')).map((document) => document.toJS() as IJob);
  for (const job of jobs) new Job(job).validate();
  expect(() => manifest('kubernetes', 100_001)).toThrow('100000');
  expect(jobs.map(({ spec }) => [spec?.completionMode, spec?.completions, spec?.backoffLimitPerIndex])).toEqual([
    ['Indexed', 20, 1],
    [undefined, undefined, undefined],
  ]);
});

test('the workflow is what its schema says', () => {
  expect(validateWorkflow(manifest('github')).errors).toEqual([]);
  expect(() => manifest('github', 257)).toThrow('256');
});

test('GitLab is told how many, and a single job which one it is', () => {
  expect(parse(manifest('gitlab'))).toMatchObject({ target: { parallel: 20 } });
  expect(parse(manifest('gitlab', 1))).toMatchObject({ target: { variables: { CI_NODE_INDEX: '1' } } });
  expect(() => manifest('gitlab', 201)).toThrow('200');
});

test('the batch script is one a shell reads', () => {
  execFileSync('sh', ['-n'], { input: manifest('slurm') });
  expect(manifest('slurm')).toContain('#SBATCH --array=0-19%20');
  expect(manifest('slurm')).not.toContain('MaxArraySize');
  expect(manifest('slurm', 5000)).toContain('MaxArraySize of the cluster has to be above 4999');
});

test.each(engines)('%s runs one target by its index and reports them all', (engine) => {
  expect(manifest(engine)).toMatch(/fleet run --file \S*fleet\.yaml/);
  expect(manifest(engine)).toContain('fleet report');
});
