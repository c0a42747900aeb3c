import { validateAction, validateWorkflow } from '@action-validator/core';
import { Job } from 'kubernetes-models/batch/v1';
import { expect, test } from 'vitest';
import { jobsOf, textOf } from './ci-examples.fixture.ts';

test('the action and the workflow are what their schemas say', () => {
  expect(validateAction(textOf('action.yml')).errors).toEqual([]);
  expect(validateWorkflow(textOf('examples/ci/github-workflow.yml')).errors).toEqual([]);
  // The validator's schema is older than this permission.
  const release = textOf('.github/workflows/release.yml').replace('  attestations: write\n', '');
  expect(validateWorkflow(release).errors).toEqual([]);
  expect(validateWorkflow('on: push\njobs: { a: { steps: [] } }').errors).not.toEqual([]);
});

test('the jobs are what the schemas of Kubernetes say', () => {
  const jobs = jobsOf('examples/ci/kubernetes-shards.yaml');
  expect(jobs.map(({ kind, spec }) => [kind, spec?.completionMode])).toEqual([
    ['Job', 'Indexed'],
    ['Job', undefined],
  ]);
  for (const job of jobs) new Job(job).validate();
  expect(() => new Job({ spec: { template: { spec: { containers: [{ nam: 'x' }] } } } } as never).validate()).toThrow();
});
