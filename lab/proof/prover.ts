/** Proves the suspects it is sent, one at a time. */
import { answerJobs } from './pool.ts';
import type { Suspect } from './certify.ts';
import { prove } from './prove.ts';

answerJobs((suspect: Suspect) => prove(suspect));
