import type { CheckOutcome } from '#schemas';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { excuse } from './bill-excuse.ts';
import type { Billed, Shown } from './read-results.ts';

/** Bills that were asked for by the checkpoint of before a change, and by the one of after it. */
interface Asked {
  readonly before: Shown;
  readonly stale: Billed;
  readonly current: Billed & { readonly seat: Shown };
}

/** Resources › Bill and payment: by the checkpoint the till decides whether to return ORDER_CHANGED. */
export const staleOutcome = (world: Pick<PosWorld, 'till'>, { before, stale, current }: Asked): CheckOutcome => {
  const exchanges = [before.exchange, stale.exchange, current.exchange];
  const unable = excuse(world, current.bill) ?? excuse(world, stale.bill);
  if (unable) return unable;
  if (current.bill.success === undefined || stale.bill.success === undefined)
    return notExercised('a result says no success');
  if (!current.bill.success)
    return failed({
      expected: `success true for the checkpoint ${current.seat.snapshot.updatedAt ?? ''}`,
      actual: `success false, reasonCode ${current.bill.reasonCode ?? 'none'}`,
      exchanges,
      cause: 'no bill for a current checkpoint',
    });
  if (!stale.bill.success && stale.bill.reasonCode === 'ORDER_CHANGED')
    return notCurrent(before, stale) ?? otherLines(stale, current.seat) ?? passed;
  return failed({
    expected: `success false, reasonCode ORDER_CHANGED for the checkpoint ${before.snapshot.updatedAt ?? ''}`,
    actual: stale.bill.success ? 'success true' : `reasonCode ${stale.bill.reasonCode ?? 'none'}`,
    pointer: stale.bill.success ? '/success' : '/reasonCode',
    exchanges,
    cause: stale.bill.success ? 'a bill for a stale checkpoint' : 'another reason for a stale checkpoint',
  });
};

const notCurrent = ({ snapshot, exchange }: Shown, stale: Billed): CheckOutcome | undefined => {
  const shown = stale.bill.snapshot;
  if (shown?.updatedAtMs === undefined || shown.updatedAtMs !== snapshot.updatedAtMs) return undefined;
  return failed({
    expected: `currentSnapshot updated after ${snapshot.updatedAt ?? ''}`,
    actual: `updatedAt ${shown.updatedAt ?? ''}`,
    exchanges: [exchange, stale.exchange],
    cause: 'currentSnapshot from before the change',
  });
};

/** Two snapshots of one moment show one table. */
const otherLines = (stale: Billed, { snapshot, exchange }: Shown): CheckOutcome | undefined => {
  const shown = stale.bill.snapshot;
  if (shown?.lines === undefined || snapshot.lines === undefined) return undefined;
  if (shown.updatedAtMs !== snapshot.updatedAtMs || shown.lines.length === snapshot.lines.length) return undefined;
  return failed({
    expected: `${snapshot.lines.length} lines, updated at ${snapshot.updatedAt ?? ''}`,
    actual: `${shown.lines.length} lines`,
    exchanges: [stale.exchange, exchange],
    cause: 'other lines in currentSnapshot',
  });
};
