import { stringify } from 'yaml';
import { UsageError } from '../config/usage-error.ts';

export const engines = ['kubernetes', 'github', 'gitlab', 'slurm'] as const;
export type Engine = (typeof engines)[number];

export interface ManifestOptions {
  /** How many targets there are. */
  readonly count: number;
  /** The fleet file, as the jobs find it. */
  readonly file: string;
}

/** At once; the engine may do with fewer. */
const parallel = 50;

/** What a job needs: a run of a shop takes 130 MB and is at rest for most of its time, the reports take a core for a second. */
const resources = { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '1Gi' } };

// What the target came to is in its results; only what keeps a job from judging is the engine's to try again.
const judged = 'code=$?; [ $code -eq 0 ] || [ $code -eq 1 ] || [ $code -eq 3 ] || [ $code -eq 4 ]';

/** A manifest for the engine that works as it is. Retries, placement, quotas and parallelism are the engine's. */
export const manifestFor = (engine: Engine, options: ManifestOptions): string => {
  const { count } = options;
  if (engine === 'github' && count > 256)
    throw new UsageError(
      `A matrix of GitHub holds 256 jobs, and this fleet has ${count} targets. Split the fleet file, or take another engine.`,
    );
  if (engine === 'gitlab' && count > 200)
    throw new UsageError(
      `GitLab runs 200 jobs in parallel, and this fleet has ${count} targets. Split the fleet file, or take another engine.`,
    );
  if (engine === 'kubernetes' && count > 100_000)
    throw new UsageError(
      `A Job of Kubernetes has up to 100000 indexes that may all fail, and this fleet has ${count} targets. Split the fleet file.`,
    );
  return manifests[engine](options);
};

const run = (file: string, out: string, index = ''): string =>
  `conformance fleet run --file ${file}${index} --out ${out} --ci`;

const kubernetes = ({ count, file }: ManifestOptions): string => {
  const place = (name: string, mountPath: string, readOnly?: true) => ({
    name,
    mountPath,
    ...(readOnly && { readOnly }),
  });
  const job = (name: string, spec: object, args: string): object => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: {
      ...spec,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            {
              name: 'conformance',
              image: 'conformance:1',
              command: ['sh', '-c'],
              args: [args],
              envFrom: [{ secretRef: { name: 'conformance-secrets', optional: true } }],
              resources,
              volumeMounts: [place('fleet', '/fleet', true), place('results', '/results')],
            },
          ],
          volumes: [
            { name: 'fleet', configMap: { name: 'conformance-fleet' } },
            { name: 'results', persistentVolumeClaim: { claimName: 'conformance-results' } },
          ],
        },
      },
    },
  });
  const spread = {
    completionMode: 'Indexed',
    completions: count,
    parallelism: Math.min(parallel, count),
    // Each target has its own; one that cannot be reached does not end the others.
    backoffLimitPerIndex: 1,
    maxFailedIndexes: count,
  };
  return [
    '# One pod a target; the engine gives each its index. kubectl create configmap conformance-fleet --from-file=FOLDER',
    stringify(job('conformance-fleet', spread, `${run(`/fleet/${file}`, '/results')}; ${judged}`)),
    '---',
    '# Apply it when the first has ended: kubectl wait --for=condition=complete job/conformance-fleet',
    stringify(job('conformance-fleet-report', { backoffLimit: 0 }, 'conformance fleet report /results --ci')),
  ].join('\n');
};

const github = ({ count, file }: ManifestOptions): string => {
  const results = 'fleet-results';
  return [
    '# One job a target, then one table of all. Copy it to .github/workflows/.',
    stringify({
      name: 'conformance fleet',
      on: { workflow_dispatch: {}, schedule: [{ cron: '0 2 * * *' }] },
      jobs: {
        target: {
          'runs-on': 'ubuntu-latest',
          strategy: { 'fail-fast': false, matrix: { index: Array.from({ length: count }, (_, index) => index) } },
          steps: [
            { uses: 'actions/checkout@v4' },
            { uses: 'actions/setup-node@v4', with: { 'node-version': 24 } },
            { run: 'npm ci' },
            { run: `npx ${run(file, results, ' --index ${{ matrix.index }}')}; ${judged}`, shell: 'bash {0}' },
            {
              uses: 'actions/upload-artifact@v4',
              if: 'always()',
              with: { name: 'target-${{ matrix.index }}', path: results },
            },
          ],
        },
        report: {
          needs: 'target',
          if: 'always()',
          'runs-on': 'ubuntu-latest',
          steps: [
            { uses: 'actions/checkout@v4' },
            { uses: 'actions/setup-node@v4', with: { 'node-version': 24 } },
            { run: 'npm ci' },
            {
              uses: 'actions/download-artifact@v4',
              with: { pattern: 'target-*', path: results, 'merge-multiple': true },
            },
            { run: `npx conformance fleet report ${results} --ci` },
            { uses: 'actions/upload-artifact@v4', if: 'always()', with: { name: 'fleet', path: results } },
          ],
        },
      },
    }),
  ].join('\n');
};

const gitlab = ({ count, file }: ManifestOptions): string => {
  const results = 'fleet-results';
  const job = (stage: string, script: string, more: object): object => ({
    stage,
    image: 'node:24',
    script: ['npm ci', script],
    artifacts: { when: 'always', paths: [results] },
    ...more,
  });
  return [
    '# One job a target, then one table of all. Include it in .gitlab-ci.yml.',
    stringify({
      stages: ['targets', 'report'],
      target: job('targets', `npx ${run(file, results)} || { ${judged}; }`, {
        // A single job has no index.
        parallel: count > 1 ? count : undefined,
        variables: count > 1 ? undefined : { CI_NODE_INDEX: '1' },
      }),
      report: job('report', `npx conformance fleet report ${results} --ci`, { when: 'always' }),
    }),
  ].join('\n');
};

const slurm = ({ count, file }: ManifestOptions): string => `#!/bin/sh
# One task a target: sbatch fleet.sh. Afterwards: conformance fleet report "$RESULTS"${
  count > 1000
    ? `\n# MaxArraySize of the cluster has to be above ${count - 1}; it is 1001 unless somebody raised it.`
    : ''
}
#SBATCH --job-name=conformance-fleet
#SBATCH --array=0-${count - 1}%${Math.min(parallel, count)}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
RESULTS=\${RESULTS:-fleet-results}
${run(file, '"$RESULTS"')}
${judged}
`;

const manifests: Readonly<Record<Engine, (options: ManifestOptions) => string>> = { kubernetes, github, gitlab, slurm };
