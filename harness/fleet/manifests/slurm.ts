import { atOnce, judged, type ManifestOptions, runCommand } from './manifest.ts';

/** A batch script for an array, a task for each target. */
export const slurm = ({ count, file, results }: ManifestOptions): string => `#!/bin/sh
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
