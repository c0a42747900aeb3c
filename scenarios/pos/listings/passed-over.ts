import type { CheckOutcome } from '#schemas';
import { excerpt } from '../../arrange/json-compare.ts';
import { failed } from '../../outcome.ts';
import type { Synced } from './listings-sync.ts';

/** Menu sync: listings changed after the requested checkpoint, so that none lies between two of them. */
export const passedOver = (followed: Synced, again: Synced, listingId: string): CheckOutcome =>
  failed({
    message:
      'A sync without listings came with a checkpoint that leads past a change, so that whoever goes on from there never learns of it; a checkpoint leads to what was listed, and no further.',
    expected: `listing ${excerpt(listingId)} in a sync from that checkpoint`,
    actual: `no such listing, and it in a sync from the checkpoint before`,
    pointer: '/checkpoint',
    exchanges: [followed.exchange, again.exchange],
    cause: 'a change passed over by a checkpoint',
  });
