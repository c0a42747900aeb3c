import type { Finding } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { createStampedTables, type Done, isBetween, type Stamped, tickOf } from '../../ledgers/till/stamped-tables.ts';

type Shown = Stamped & { readonly lines: number };

/**
 * Resources › Base models: updatedAt is the time of the last update, and an order that brings lines is one, the second as well as the
 * first. The clock of the till need not be ours, and may be a coarse one: the order came later than it had shown this updatedAt, by
 * more than a tick.
 */
export const createOrderStamped = (budget: ByteBudget) => {
  const look = createStampedTables(budget, ({ lines }) => (Array.isArray(lines) ? { lines: lines.length } : undefined));
  const orders = createMemory<Done>(budget);
  const learn = ({ messageKind, deliveries, callbacks }: Handling, seen: TillTraffic): void => {
    const [delivery] = deliveries;
    if (seen.kind !== 'callback' || messageKind !== 'OrderSubmissionRequested') return;
    if (delivery?.tableId === undefined || deliveries.length > 1 || callbacks.length > 1) return;
    if (isAccepted(seen) && Object(seen.body).success === true)
      orders.set(delivery.tableId, { at: delivery.at, n: delivery.n, doneN: seen.n });
  };
  return (handling: Handling, seen: TillTraffic): Finding | undefined => {
    learn(handling, seen);
    const looks = look(handling, seen);
    const order = looks && orders.get(looks.tableId);
    if (looks?.before === undefined || order === undefined || !isBetween(order, looks)) return undefined;
    const { before, now } = looks;
    if (now.updatedAt !== before.updatedAt || now.lines <= before.lines) return undefined;
    return order.at - before.since > 2 * tickOf(now.updatedAt) ? stoodStill(before, now) : undefined;
  };
};

const stoodStill = (before: Shown, now: Shown): Finding => ({
  message:
    'An order brought lines to a table and updatedAt of its snapshot did not move on; set it to the time of every change, since it is the checkpoint of the platform.',
  expected: `updatedAt after ${before.updatedAt}, since the order`,
  actual: `updatedAt ${before.updatedAt} with ${now.lines} lines, and with ${before.lines}`,
  pointer: '/tableOrderSnapshot/updatedAt',
  exchanges: [before.exchange, now.exchange],
  cause: 'updatedAt stands still at an order',
});
