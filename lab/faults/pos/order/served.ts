import { onOrders } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Line } from '#mocks/pos/restaurant/tables';

/** Accepts all of an order and then puts less of it on its table; `lines` are those of the order. */
const lessOnTable = (keep: (lines: readonly Line[]) => readonly Line[]): TillDecorator =>
  onOrders((submit, { tables }) => (order) => {
    const ordered = submit(order);
    const count = ordered.accepted.length;
    if (ordered.rejected.length === 0)
      tables.change(order.tableId ?? '', ({ lines }) => ({
        lines: [...lines.slice(0, lines.length - count), ...keep(lines.slice(lines.length - count))],
      }));
    return ordered;
  });

/** Orders that are accepted, and not served as a whole. */
export const servedFaults = {
  'order:first-served': {
    title: 'accepts an order of several items and puts the first on the table',
    breaks: ['table/lines-follow-orders'],
    decorate: lessOnTable((lines) => lines.slice(0, 1)),
  },
  'order:single-pieces': {
    title: 'puts one piece of each item on the table, whatever its quantity',
    breaks: ['table/lines-follow-orders'],
    decorate: lessOnTable((lines) => lines.map((line) => ({ ...line, quantity: 1 }))),
  },
  'order:two-pieces-at-most': {
    title: 'puts two pieces of an item on the table where there are more',
    breaks: ['table/lines-follow-orders'],
    decorate: lessOnTable((lines) => lines.map((line) => ({ ...line, quantity: Math.min(2, line.quantity) }))),
  },
} satisfies Readonly<Record<string, PosFault>>;
