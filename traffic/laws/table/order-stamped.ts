import type { Finding } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Handling, isAccepted } from '../deliveries/handlings.ts';
import { createMemory } from '../memory.ts';
import { tickOf } from './payment-stamped.ts';
import { snapshotIn } from './shown-lines.ts';

/** A table, as it was shown last where it was asked for. */
interface Shown {
  readonly updatedAt: string;
  /** When it was first shown with this updatedAt. */
  readonly since: number;
  readonly lines: number;
  /** The place of its result in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/** An order was accepted at a table: where it came first, and where its success was taken. */
interface Ordered {
  readonly at: number;
  readonly n: number;
  readonly doneN: number;
}

/**
 * Resources › Base models: updatedAt is the time of the last update, and an order that brings lines is one, the second as well as the
 * first. The clock of the till need not be ours, and may be a coarse one: the order came later than it had shown this updatedAt, by
 * more than a tick.
 */
export const createOrderStamped = (budget: ByteBudget) => {
  const tables = createMemory<Shown>(budget);
  const orders = createMemory<Ordered>(budget);
  const learn = ({ messageKind, deliveries, callbacks }: Handling, seen: TillTraffic): void => {
    const [delivery] = deliveries;
    if (seen.kind !== 'callback' || messageKind !== 'OrderSubmissionRequested') return;
    if (delivery?.tableId === undefined || deliveries.length > 1 || callbacks.length > 1) return;
    if (isAccepted(seen) && Object(seen.body).success === true)
      orders.set(delivery.tableId, { at: delivery.at, n: delivery.n, doneN: seen.n });
  };
  return (handling: Handling, seen: TillTraffic): Finding | undefined => {
    learn(handling, seen);
    const { tableId, lines, updatedAt } = Object(snapshotIn(handling, seen)?.snapshot);
    const [asked] = handling.deliveries;
    if (seen.kind !== 'callback' || handling.messageKind !== 'TableOrderSnapshotRequested') return undefined;
    if (typeof tableId !== 'string' || typeof updatedAt !== 'string' || !Array.isArray(lines)) return undefined;
    if (asked?.tableId !== tableId) return undefined;
    const before = tables.get(tableId);
    const isSame = before?.updatedAt === updatedAt;
    const since = isSame ? before.since : seen.at;
    tables.set(tableId, { updatedAt, since, lines: lines.length, n: seen.n, exchange: seen.exchange });
    const order = orders.get(tableId);
    if (!isSame || order === undefined || lines.length <= before.lines) return undefined;
    const isBetween = order.n > before.n && order.doneN < asked.n;
    return isBetween && order.at - before.since > 2 * tickOf(updatedAt)
      ? stoodStill(before, lines.length, seen.exchange)
      : undefined;
  };
};

const stoodStill = (before: Shown, lines: number, exchange: number): Finding => ({
  message:
    'An order brought lines to a table and updatedAt of its snapshot did not move on; set it to the time of every change, since it is the checkpoint of the platform.',
  expected: `updatedAt after ${before.updatedAt}, since the order`,
  actual: `updatedAt ${before.updatedAt} with ${lines} lines, and with ${before.lines}`,
  pointer: '/tableOrderSnapshot/updatedAt',
  exchanges: [before.exchange, exchange],
  cause: 'updatedAt stands still at an order',
});
