import { onBillsOfTables, onOrders } from '../decorators.ts';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { createUnmovedChanges } from '../table/unmoved-changes.ts';

/** Lines that nobody paid for, and that count as paid. */
export const blockedFaults = {
  'bill:second-failure-blocks': {
    title: 'leaves the lines of a table as paid from the second BillPaymentFailed there on',
    breaks: ['payment/failed-releases-bill'],
    // Where quartz is told to change something, nobody changes what is paid.
    variants: ['copper'],
    decorate: (parts) => {
      const { change, show } = createUnmovedChanges(parts);
      const failures = new Map<string, number>();
      return {
        ...show(parts),
        ...onBillsOfTables(({ release }, _, tableOf) => ({
          release: (billId) => {
            release(billId);
            const tableId = tableOf(billId);
            const times = (failures.get(tableId) ?? 0) + 1;
            failures.set(tableId, times);
            if (times > 1)
              change(tableId, ({ lines }) => ({ lines: lines.map((line) => ({ paidBy: billId, ...line })) }));
          },
        }))(parts),
      };
    },
  },
  'bill:prepaid-pays-alike': {
    title: 'takes all unpaid lines of an item at a table for paid, once somebody pays for one of it with an order',
    breaks: ['bill/unpaid-lines'],
    // Bills of the other till have no lines.
    variants: ['copper'],
    decorate: onOrders((submit, { tables }) => (order) => {
      const ordered = submit(order);
      const { tableId, paidBy } = order;
      const listings = new Set(ordered.accepted.map(({ item }) => item.listingId));
      if (tableId !== undefined && paidBy !== undefined && listings.size > 0)
        tables.change(tableId, ({ lines }) => ({
          lines: lines.map((line) => (listings.has(line.listingId) ? { paidBy, ...line } : line)),
        }));
      return ordered;
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
