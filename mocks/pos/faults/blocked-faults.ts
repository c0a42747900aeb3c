import { onBillsOfTables } from './decorators.ts';
import type { PosFault } from './pos-fault.ts';
import { createUnmovedChanges } from './unmoved-changes.ts';

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
} as const satisfies Readonly<Record<string, PosFault>>;
