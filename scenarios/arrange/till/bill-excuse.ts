import type { CheckOutcome } from '#schemas';
import type { PosWorld } from '../../context/pos.ts';
import { notExercised } from '../../outcome.ts';
import { busySince } from './busy-since.ts';
import type { ReadBill } from './read-results.ts';

/** Refusals that say nothing about what was asked. */
const excuses = ['PAYMENT_NOT_ALLOWED', 'FISCAL_ERROR', 'POS_OFFLINE_OR_BUSY'];

export const excuse = (
  { till }: Pick<PosWorld, 'till'>,
  { success, reasonCode }: ReadBill,
): CheckOutcome | undefined => {
  if (success !== false || reasonCode === undefined || !excuses.includes(reasonCode)) return undefined;
  const refused = `the till answered a request for a bill with ${reasonCode}`;
  // More tables are no remedy for what is a matter of the till, and not of the table.
  return reasonCode === 'PAYMENT_NOT_ALLOWED'
    ? notExercised(refused, 'pos.fixtures.tables.open')
    : notExercised(busySince(till.traffic()) ?? refused);
};
