/** Proves the suspects it is sent, one at a time. */
import { answerJobs } from '../certify/pool.ts';
import type { Suspect } from '../certify/certify.ts';
import { prove } from './prove.ts';

answerJobs(({ suspect, recordings }: { readonly suspect: Suspect; readonly recordings?: string }) =>
  prove(suspect, recordings),
);
