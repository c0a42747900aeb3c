import { UsageError } from '../../config/usage-error.ts';
import { github } from './github.ts';
import { kubernetes } from './kubernetes.ts';
import { type ManifestOptions, bucketVariables, judged, runCommand, atOnce } from './manifest.ts';
import { stringify } from 'yaml';

/** A batch script for an array, a task for each target. */
const slurm = ({ count, file, results }: ManifestOptions): string => `#!/bin/sh
# One task a target: sbatch fleet.sh. Afterwards: conformance fleet report "$RESULTS"${
  count > 1000
    ? `\n# MaxArraySize of the cluster has to be above ${count - 1}; it is 1001 unless somebody raised it.`
    : ''
}
#SBATCH --job-name=conformance-fleet
#SBATCH --array=0-${count - 1}%${atOnce(count)}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
RESULTS=\${RESULTS:-${results ?? 'fleet-results'}}
${runCommand(file, '"$RESULTS"')}
${judged}
`;

const kept = 'fleet-results';

/** A pipeline with a parallel job for each target. */
const gitlab = ({ count, file, results }: ManifestOptions): string =>
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

export const engines = ['kubernetes', 'github', 'gitlab', 'slurm'] as const;
export type Engine = (typeof engines)[number];

/** A manifest for the engine that works as it is. Retries, placement, quotas and parallelism are the engine's. */
export const manifestFor = (engine: Engine, options: ManifestOptions): string => {
  const { count } = options;
  const { most, holds, print } = manifests[engine];
  if (count > most)
    throw new UsageError(
      `${holds}, and this fleet has ${count} targets. Split the fleet file${engine === 'kubernetes' ? '' : ', or take another engine'}.`,
    );
  return print(options);
};

interface Manifest {
  /** Targets. */
  readonly most: number;
  readonly holds: string;
  readonly print: (options: ManifestOptions) => string;
}

const manifests: Readonly<Record<Engine, Manifest>> = {
  kubernetes: {
    most: 100_000,
    holds: 'A Job of Kubernetes has up to 100000 indexes that may all fail',
    print: kubernetes,
  },
  github: { most: 256, holds: 'A matrix of GitHub holds 256 jobs', print: github },
  gitlab: { most: 200, holds: 'GitLab runs 200 jobs in parallel', print: gitlab },
  slurm: { most: Number.POSITIVE_INFINITY, holds: '', print: slurm },
};
