import type { PosWorld } from '../../context/pos.ts';
import type { CommandWorld, Unanswered } from './command-answer.ts';
import type { Submitted } from './submitted.ts';
import type { ReadTable } from './read-results.ts';
import { lookUntil } from './tables.ts';

/** Whether an order that was taken at a closed table began the next session of it: then the till shows one that is open. */
export const beganSession = async (
  world: CommandWorld & Pick<PosWorld, 'signal'>,
  tableId: string,
  submitted: Submitted | Unanswered,
): Promise<boolean> => {
  if (submitted.kind !== 'submitted' || submitted.result.success !== true) return false;
  const open = ({ success, snapshot }: ReadTable) => success === true && snapshot?.status === 'OPEN';
  const after = await lookUntil(world, tableId, open);
  return after.kind === 'looked' && open(after.table);
};
