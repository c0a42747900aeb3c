/** Tries the mutants it is sent, one at a time. */
import { answerJobs } from '../certify/pool.ts';
import { tryMutant } from './mutant.ts';

answerJobs(tryMutant);
