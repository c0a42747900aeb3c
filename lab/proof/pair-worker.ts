/** Tries the pairs it is sent, one at a time, and watches the peers it is sent. */
import { answerJobs } from '../certify/pool.ts';
import type { PairDone, PairJob } from './pairs.ts';
import { coverageOf, tryPair } from './try-pair.ts';

answerJobs<PairJob, PairDone>(async (job) =>
  'effect' in job ? { tried: await tryPair(job) } : { coverage: await coverageOf(job) },
);
