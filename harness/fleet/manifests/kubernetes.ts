import { posix } from 'node:path';
import { stringify } from 'yaml';
import { atOnce, bucketVariables, type FleetFile, judged, type ManifestOptions, runCommand } from './manifest.ts';

/** What a job needs: a run of a shop takes 210 MB and is at rest for most of its time, the reports take a core for a second. */
const resources = { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '1Gi' } };

/** Kubernetes takes no ConfigMap of more than a MiB. */
const mostFiles = 900 * 1024;

/** An Indexed Job, a pod for each target, and a Job that waits to report them. */
export const kubernetes = ({ count, file, files, results }: ManifestOptions): string => {
  const isCarried = canCarry(files);
  const volumes = [
    { name: 'fleet', ...(isCarried ? carried(files) : claim('conformance-fleet')) },
    ...(results === undefined ? [{ name: 'results', ...claim('conformance-results') }] : []),
  ];
  const spread = {
    completionMode: 'Indexed',
    completions: count,
    parallelism: atOnce(count),
    // Each target has its own; one that cannot be reached does not end the others.
    backoffLimitPerIndex: 1,
    maxFailedIndexes: count,
  };
  const targets = `${runCommand(`/fleet/${posix.basename(file)}`, results ?? '/results')}; ${judged}`;
  const report =
    results === undefined
      ? 'conformance fleet report /results --ci'
      : `conformance fleet report ${results} --out /tmp/fleet --ci`;
  return [
    `# One pod a target; the engine gives each its index. The image is the one of our Containerfile, the results are kept in ${results ?? 'a volume'}.`,
    ...(results === undefined
      ? []
      : [`# The secret conformance-secrets says where that is and who may: ${bucketVariables.join(', ')}.`]),
    '# kubectl apply -f FILE starts it. When it has ended: kubectl patch job conformance-fleet-report -p \'{"spec":{"suspend":false}}\'',
    ...(isCarried
      ? [stringify(configMap(files)).trimEnd(), '---']
      : ['# The fleet file and the configurations it lists have to be in the volume conformance-fleet.']),
    stringify(job('conformance-fleet', spread, targets, volumes)).trimEnd(),
    '---',
    stringify(job('conformance-fleet-report', { suspend: true, backoffLimit: 0 }, report, volumes)),
  ].join('\n');
};

const job = (name: string, spec: object, args: string, volumes: readonly { readonly name: string }[]): object => ({
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
            volumeMounts: volumes.map((volume) => ({
              name: volume.name,
              mountPath: `/${volume.name}`,
              ...(volume.name === 'fleet' && { readOnly: true }),
            })),
          },
        ],
        volumes,
      },
    },
  },
});

const claim = (claimName: string) => ({ persistentVolumeClaim: { claimName } });

const canCarry = (files: readonly FleetFile[]): boolean =>
  files.reduce((sum, { path, text }) => sum + path.length + Buffer.byteLength(text), 0) < mostFiles &&
  files.every(({ path }) => !path.startsWith('..') && !path.startsWith('/'));

/** Its keys are no paths. */
const keyOf = (index: number): string => `file-${index}`;

const configMap = (files: readonly FleetFile[]): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'conformance-fleet' },
  data: Object.fromEntries(files.map(({ text }, index) => [keyOf(index), text])),
});

const carried = (files: readonly FleetFile[]): object => ({
  configMap: { name: 'conformance-fleet', items: files.map(({ path }, index) => ({ key: keyOf(index), path })) },
});
