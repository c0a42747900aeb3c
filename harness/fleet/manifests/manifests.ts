import { UsageError } from '../../config/usage-error.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { kubernetes } from './kubernetes.ts';
import type { ManifestOptions } from './manifest.ts';
import { slurm } from './slurm.ts';

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
