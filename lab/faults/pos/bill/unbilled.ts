import { onBills } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { ChangeType } from '#mocks/pos/restaurant/staff';

/** Lines that stand on a table and on none of its bills. */
export const unbilledFaults = {
  'bill:delivered-left-out': {
    title: 'bills nothing that was marked as delivered since the till was started',
    breaks: ['bill/unpaid-lines'],
    decorate: leavingOut('LINE_DELIVERED'),
  },
  'bill:discounted-left-out': {
    title: 'bills nothing that was discounted since the till was started',
    breaks: ['bill/unpaid-lines'],
    decorate: leavingOut('LINE_UPDATED'),
  },
  'bill:waiters-left-out': {
    title: 'bills nothing that a waiter has added since the till was started',
    breaks: ['bill/unpaid-lines'],
    decorate: leavingOut('POS_LINE_ADDED'),
  },
} as const satisfies Readonly<Record<string, PosFault>>;

function leavingOut(leftOut: ChangeType): TillDecorator {
  return (parts) => {
    const { staff } = parts.restaurant;
    const changed = new Set<string>();
    const act: typeof staff.act = (tableId, changeType) => {
      const change = staff.act(tableId, changeType);
      if (changeType === leftOut && change?.line) changed.add(change.line.id);
      return change;
    };
    return onBills(({ prepare }) => ({
      prepare: (tableId, lines) => {
        const kept = lines.filter(({ id }) => !changed.has(id));
        return prepare(tableId, kept.length === 0 ? lines : kept);
      },
    }))({ ...parts, restaurant: { ...parts.restaurant, staff: { act } } });
  };
}
