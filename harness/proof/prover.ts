/** Proves what it is sent, one suspect at a time. */
import type { Suspect } from './certify.ts';
import type { Done } from './pool.ts';
import { type Proof, prove } from './prove.ts';

const attempt = async (suspect: Suspect): Promise<Done<Proof>> => {
  try {
    return { value: await prove(suspect) };
  } catch (error) {
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

const answer = async (suspect: Suspect): Promise<void> => {
  process.send?.(await attempt(suspect));
};

process.on('message', (suspect: Suspect) => {
  void answer(suspect);
});
