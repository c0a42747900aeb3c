import { UsageError } from '../config/usage-error.ts';

/** Where each engine tells a job which one of many it is. */
const places = [
  { engine: 'Kubernetes Indexed Job', variable: 'JOB_COMPLETION_INDEX', first: 0 },
  { engine: 'AWS Batch array job', variable: 'AWS_BATCH_JOB_ARRAY_INDEX', first: 0 },
  { engine: 'Slurm array', variable: 'SLURM_ARRAY_TASK_ID', first: 0 },
  // Counts from one.
  { engine: 'GitLab parallel', variable: 'CI_NODE_INDEX', first: 1 },
] as const;

/** Which target this process is to certify: as given, or as the engine says it in the environment. From zero. */
export const jobIndex = (
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  count: number,
): number => {
  const place = places.find(({ variable }) => env[variable] !== undefined && env[variable] !== '');
  const text = given ?? (place && env[place.variable]);
  const said = given === undefined ? (place?.variable ?? '') : '--index';
  if (text === undefined)
    throw new UsageError(
      `Give --index, or run it in an engine that sets ${places.map(({ variable, engine }) => `${variable} (${engine})`).join(', ')}.`,
      '--index',
    );
  const index = /^\d+$/.test(text) ? Number(text) - (given === undefined ? (place?.first ?? 0) : 0) : Number.NaN;
  if (index >= 0 && index < count) return index;
  throw new UsageError(`${said}: ${text} is no target of this fleet, which has ${count}, counted from 0.`, '--index');
};
