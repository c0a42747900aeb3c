import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { Job } from 'kubernetes-models/batch/v1';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
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

test('the GitLab component is what the schema of GitLab says, and takes its inputs', { timeout: 60_000 }, () => {
  const cwd = testFolder();
  mkdirSync(join(cwd, 'templates'));
  writeFileSync(join(cwd, 'templates/certify.yml'), textOf('examples/ci/gitlab-component.yml'));
  const inputs = 'inputs: { suite: pos, version: 1.2.3 }';
  writeFileSync(join(cwd, '.gitlab-ci.yml'), `include:\n  - local: templates/certify.yml\n    ${inputs}\n`);
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd });
  git('init', '-q');
  git('remote', 'add', 'origin', 'https://gitlab.example/team/till.git');
  git('add', '-A');
  git('-c', 'user.name=nobody', '-c', 'user.email=nobody@example.org', 'commit', '-q', '-m', 'A pipeline');
  const program = createRequire(import.meta.url).resolve('gitlab-ci-local');
  const preview = execFileSync(process.execPath, [program, '--preview'], { cwd, encoding: 'utf8' });
  expect(preview).toContain('npx conformance run "pos" --config "conformance.yaml" --ci');
  expect(preview).toContain('"conformance@1.2.3"');
});
