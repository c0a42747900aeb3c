import { type Finding, parseTimestamp } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import type { Handling } from '../../ledgers/till/messages.ts';
import { broken, definePosLaw } from '../define.ts';
import { excerpt } from '../excerpt.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';

const id = 'bill/stale-checkpoint';

/** How a table was shown. */
interface Shown {
  readonly updatedAt: string;
  /** The place in the traffic of the request it was shown for. */
  readonly n: number;
}

/**
 * Resources › Bill and payment: by the checkpoint, which is optional, the till decides whether to return ORDER_CHANGED. A request
 * without one and for the whole bill is about the order as it is, which has changed since nothing; and so has one whose checkpoint
 * is updatedAt of the table that comes with the refusal. While the till was at it an order may have come, a payment or a waiter.
 */
export const unchanged = definePosLaw({
  id: 'bill/unchanged',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const stirredAt = createMemory<number>(budget);
    const shown = createMemory<Shown>(budget);
    let anywhereAt = -1;
    return {
      see(seen) {
        const about = handlings.add(seen);
        if (isChangedByHand(seen)) anywhereAt = seen.n;
        for (const handling of about) {
          // Whoever has sent a result is done, whenever the message is deleted.
          if (seen.kind === 'delete' && handling.callbacks.length > 0) continue;
          const { messageKind, deliveries } = handling;
          const tableId = deliveries[0]?.tableId;
          const isOrder = messageKind === 'OrderSubmissionRequested';
          if (isOrder && tableId !== undefined) stirredAt.set(tableId, seen.n);
          else if (isOrder || messageKind === 'BillPaymentCompleted') anywhereAt = seen.n;
        }
        if (seen.kind !== 'callback' || seen.unkept === true) return [];
        return about.flatMap((handling) => {
          const [asked, ...again] = handling.deliveries;
          if (asked?.tableId !== undefined && isSnapshot(handling)) shown.set(asked.tableId, shownIn(seen, asked.n));
          // What was delivered again is about the order as it was then, or as it is now.
          if (asked?.wholeBill === undefined || again.length > 0 || !saysChanged(seen)) return [];
          const { checkpoint } = asked.wholeBill;
          const tableId = asked.tableId ?? '';
          const changedAt = Math.max(anywhereAt, stirredAt.get(tableId) ?? -1);
          if (checkpoint === undefined)
            return changedAt > asked.n ? [] : [broken(id, refused(noCheckpoint, asked.exchange, seen))];
          const last = shown.get(tableId);
          const isCurrent = [last?.updatedAt, updatedAtIn(seen)].every((updatedAt) => updatedAt === checkpoint);
          return isCurrent && last !== undefined && changedAt < last.n && isFine(checkpoint)
            ? [broken(id, refused(sameMoment, asked.exchange, seen))]
            : [];
        });
      },
      end: () => [],
    };
  }),
});

const isSnapshot = ({ messageKind }: Handling): boolean => messageKind === 'TableOrderSnapshotRequested';

const shownIn = ({ body }: TrafficOf<'callback'>, n: number): Shown => ({
  updatedAt: String(Object(Object(body).tableOrderSnapshot).updatedAt),
  n,
});

const updatedAtIn = ({ body }: TrafficOf<'callback'>): unknown => Object(Object(body).currentSnapshot).updatedAt;

/** Within a second there is room for two changes, of which a till may know that they are two. */
const isFine = (checkpoint: string): boolean => (parseTimestamp(checkpoint)?.epochMs ?? 0) % 1000 !== 0;

const saysChanged = ({ body }: TrafficOf<'callback'>): boolean => {
  const { success, reasonCode } = Object(body);
  return success === false && reasonCode === 'ORDER_CHANGED';
};

interface ReceiverFacts {
  readonly message: string;
  readonly cause: string;
}

const noCheckpoint: ReceiverFacts = {
  message:
    'A request for a bill without a checkpoint was refused as if the order had changed since; the checkpoint is optional, and without one there is nothing to have changed since.',
  cause: 'changed since no checkpoint',
};

const sameMoment: ReceiverFacts = {
  message:
    'A request for a bill was refused as if the order had changed, and its checkpoint is the updatedAt of the very snapshot that came with the refusal; the platform refreshes, finds the same, and can never pay. With nothing to pay the reason is NO_OPEN_BILL.',
  cause: 'changed since the checkpoint it shows',
};

const refused = (
  { message, cause }: ReceiverFacts,
  asked: number,
  { body, exchange }: TrafficOf<'callback'>,
): Finding => ({
  message,
  expected: 'a bill, or another reasonCode than ORDER_CHANGED',
  actual: excerpt(body),
  pointer: '/reasonCode',
  exchanges: [asked, exchange],
  cause,
});
