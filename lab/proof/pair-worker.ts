/** Tries the pairs it is sent, one at a time. */
import { answerJobs } from '../certify/pool.ts';
import { tryPair } from './try-pair.ts';

answerJobs(tryPair);
