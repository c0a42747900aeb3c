import type { CheckOutcome } from '#schemas';
import { failed } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';
import type { CommandWorld } from './command-answer.ts';
import { lookUntil, snapshotIn } from './tables.ts';

/** A table that was OPEN just before its bill was prepared. */
interface Billed {
  readonly tableId: string;
  /** Of the bill. */
  readonly exchange: number;
}

/**
 * Resources › Bill and payment: BillPaymentFailed has the till release any prepared or payment-pending state. The transitions of
 * Table status are not shown, yet a table that the bill took out of OPEN is in such a state, and nobody has paid.
 */
export const notReopened = async (
  world: CommandWorld & Pick<PosWorld, 'signal'>,
  { tableId, exchange }: Billed,
): Promise<CheckOutcome | undefined> => {
  const looked = await lookUntil(world, tableId, ({ snapshot }) => snapshot?.status !== 'CLOSING');
  const { status = 'none', tableId: shown } = snapshotIn(looked) ?? {};
  if (looked.kind !== 'looked' || shown !== tableId || !['CLOSING', 'CLOSED', 'CANCELLED'].includes(status))
    return undefined;
  return failed({
    message: `After BillPaymentFailed the table is ${status === 'CLOSING' ? 'closing' : 'closed'} although nobody has paid; let go of the bill and keep it open.`,
    expected: 'the status OPEN, as before the bill',
    actual: `status ${status}`,
    pointer: '/tableOrderSnapshot/status',
    exchanges: [exchange, looked.exchange],
    cause: status === 'CLOSING' ? 'left closing by a failed payment' : 'closed by a failed payment',
  });
};
