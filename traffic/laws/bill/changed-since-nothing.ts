import type { Finding } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import { excerpt } from '../excerpt.ts';
import { createMemory } from '../memory.ts';
import { sinceActivation } from '../since-activation.ts';

const id = 'bill/stale-checkpoint';

/**
 * Resources › Bill and payment: the checkpoint is optional, and by it the till decides whether to return ORDER_CHANGED. A request
 * without one and for the whole bill is about the order as it is, which has changed since nothing; while the till was at it an
 * order may have come, a payment or a waiter.
 */
export const changedSinceNothing = definePosLaw({
  id: 'bill/changed-since-nothing',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const stirredAt = createMemory<number>(budget);
    let anywhereAt = -1;
    return {
      see(seen) {
        const about = handlings.add(seen);
        if (isTableEvent(seen)) anywhereAt = seen.n;
        for (const { messageKind, deliveries } of about) {
          const tableId = deliveries[0]?.tableId;
          const isOrder = messageKind === 'OrderSubmissionRequested';
          if (isOrder && tableId !== undefined) stirredAt.set(tableId, seen.n);
          else if (isOrder || messageKind === 'BillPaymentCompleted') anywhereAt = seen.n;
        }
        if (seen.kind !== 'callback') return [];
        return about.flatMap(({ deliveries }) => {
          const [asked, ...again] = deliveries;
          // What was delivered again is about the order as it was then, or as it is now.
          if (asked?.anyRevision !== true || again.length > 0 || !saysChanged(seen)) return [];
          const changedAt = Math.max(anywhereAt, stirredAt.get(asked.tableId ?? '') ?? -1);
          return changedAt > asked.n ? [] : [broken(id, refused(asked.exchange, seen))];
        });
      },
      end: () => [],
    };
  }),
});

const isTableEvent = (seen: TillTraffic): boolean =>
  seen.kind === 'event' && seen.messageKind === 'TableOrderSnapshotChanged';

const saysChanged = ({ body, unkept }: TrafficOf<'callback'>): boolean => {
  const { success, reasonCode } = Object(unkept === true ? undefined : body);
  return success === false && reasonCode === 'ORDER_CHANGED';
};

const refused = (asked: number, { body, exchange }: TrafficOf<'callback'>): Finding => ({
  message:
    'A request for a bill without a checkpoint was refused as if the order had changed since; the checkpoint is optional, and without one there is nothing to have changed since.',
  expected: 'a bill, or another reasonCode than ORDER_CHANGED',
  actual: excerpt(body),
  pointer: '/reasonCode',
  exchanges: [asked, exchange],
  cause: 'changed since no checkpoint',
});
