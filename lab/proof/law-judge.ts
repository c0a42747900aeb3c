/** Lets the laws judge the recordings it is sent, one at a time. */
import { answerJobs } from '../certify/pool.ts';
import { type Said, sayingsOf } from './laws.ts';

answerJobs(({ file }: { readonly file: string }): Promise<Said> => Promise.resolve(sayingsOf(file)));
