import type { CheckOutcome } from '#schemas';
import { type Unanswered, unreached } from '../../arrange/till/command-answer.ts';
import type { ReadSnapshot } from '../../arrange/till/read-results.ts';
import type { Looked } from '../../arrange/till/tables.ts';
import { failed, notExercised, passed } from '../../outcome.ts';

interface Shown {
  readonly snapshot: ReadSnapshot;
  readonly exchange: number;
}

/** Whether updatedAt moved on with a change. */
export const movedOutcome = (
  { snapshot, exchange }: Shown,
  after: Looked | Unanswered,
  changeType: string,
  moved: (updatedAt: number | undefined) => boolean,
): CheckOutcome => {
  if (after.kind !== 'looked') return unreached(after, 'the request for the snapshot after a change');
  const now = after.table.snapshot;
  if (now?.updatedAtMs === undefined || snapshot.updatedAtMs === undefined)
    return notExercised('a snapshot has no updatedAt that can be read');
  if (moved(now.updatedAtMs)) return passed;
  return failed({
    message:
      'A table was changed and updatedAt of its snapshot did not move on; set it to the time of every change, since it is the checkpoint of the platform.',
    expected: `updatedAt after ${snapshot.updatedAt ?? ''}, since ${changeType}`,
    actual: `updatedAt ${now.updatedAt ?? ''}`,
    pointer: '/tableOrderSnapshot/updatedAt',
    exchanges: [exchange, after.exchange],
    cause: 'updatedAt stands still',
  });
};
