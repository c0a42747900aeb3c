import { stringify } from 'yaml';
import { bucketVariables, judged, type ManifestOptions, runCommand } from './manifest.ts';

const kept = 'fleet-results';

/** A pipeline with a parallel job for each target. */
export const gitlab = ({ count, file, results }: ManifestOptions): string =>
  [
    '# One job a target, then one table of all. Include it in .gitlab-ci.yml.',
    ...(results === undefined ? [] : [`# Variables of the project: ${bucketVariables.join(', ')}.`]),
    stringify({
      stages: ['targets', 'report'],
      target: job('targets', `npx ${runCommand(file, results ?? kept)} || { ${judged}; }`, {
        // A single job has no index.
        parallel: count > 1 ? count : undefined,
        variables: count > 1 ? undefined : { CI_NODE_INDEX: '1' },
      }),
      report: job(
        'report',
        `npx conformance fleet report ${results === undefined ? kept : `${results} --out ${kept}`} --ci`,
        { when: 'always' },
      ),
    }),
  ].join('\n');

const job = (stage: string, script: string, more: object): object => ({
  stage,
  image: 'node:24',
  script: ['npm ci', script],
  artifacts: { when: 'always', paths: [kept] },
  ...more,
});
