export interface ManifestOptions {
  readonly count: number;
  /** The fleet file, as the jobs find it. */
  readonly file: string;
  /** The fleet file and what it lists, below its folder. */
  readonly files: readonly FleetFile[];
  /** A bucket that the jobs write to; what the engine keeps by itself where it is absent. */
  readonly results?: string | undefined;
}

export interface FleetFile {
  readonly path: string;
  readonly text: string;
}

/** At once; the engine may do with fewer. */
export const atOnce = (count: number): number => Math.min(50, count);

/** One target; without an index the engine's variable says which. */
export const runCommand = (file: string, out: string, index = ''): string =>
  `conformance fleet run --file ${file}${index} --out ${out} --ci`;

/** What the target came to is in its results; only what keeps a job from judging is the engine's to try again. */
export const judged = 'code=$?; [ $code -eq 0 ] || [ $code -eq 1 ] || [ $code -eq 3 ] || [ $code -eq 4 ]';

/** What has to be known of a bucket, as jobs are given it. */
export const bucketVariables = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_REGION',
  'AWS_ENDPOINT_URL',
] as const;
