import { failed, passed } from '../../outcome.ts';
import { noneToPay, prepare, release } from '../../arrange/till/bills.ts';
import { look, snapshotIn } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';

type World = PosWorld<'bill/no-open-bill'>;

/**
 * Errors › Bill preparation rejection reasons: the bill is already closed. On a table that was closed by hand there may be lines
 * that are not marked as paid; whoever closed it has settled them.
 */
export const checkBillOfClosed = async (world: World, tableId: string): Promise<void> => {
  const shown = await look(world, tableId);
  if (snapshotIn(shown)?.status !== 'CLOSED') return;
  const prepared = await prepare(world, tableId, { checkpoint: snapshotIn(shown)?.updatedAt });
  if (prepared.kind !== 'prepared') return;
  await release(world, prepared.bill.posBillId);
  const { success, reasonCode = '' } = prepared.bill;
  if (success === false && noneToPay.includes(reasonCode)) return world.check('bill/no-open-bill', passed);
  if (success !== true) return;
  // Somebody may have sat down meanwhile.
  const since = await look(world, tableId);
  if (since.kind !== 'looked' || snapshotIn(since)?.status !== 'CLOSED') return;
  world.check(
    'bill/no-open-bill',
    failed({
      message:
        'A bill was prepared for a table that is closed, so what was settled when it was closed is paid once more; refuse it with ORDER_CLOSED.',
      expected: `success false, reasonCode ${noneToPay.join(' or ')}`,
      actual: 'success true, with the table CLOSED before and after',
      pointer: '/success',
      exchanges: [prepared.exchange, since.exchange],
      cause: 'bill at a table closed by hand',
    }),
  );
};
