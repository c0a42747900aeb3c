import type { CheckOutcome } from '#schemas';
import { isChangedByHand } from '#traffic/laws';
import type { PosWorld } from '../../context/pos.ts';

/**
 * What a table has grown by may be what staff added meanwhile, which the till pushes, and by the totals nobody can tell whose it
 * is. What fails beside that is tried once more, and counts for what it is then.
 */
export const undisturbed = async (
  { till }: Pick<PosWorld, 'till'>,
  attempt: () => Promise<CheckOutcome>,
): Promise<CheckOutcome> => {
  const from = till.mark();
  const outcome = await attempt();
  const isDisturbed = outcome.status === 'failed' && till.traffic().slice(from).some(isChangedByHand);
  return isDisturbed ? await attempt() : outcome;
};
