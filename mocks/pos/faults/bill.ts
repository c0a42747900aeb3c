import { objectOf, textIn } from '../../json.ts';
import { stationOf } from '../requests.ts';
import type { Line } from '../restaurant/tables.ts';
import { onBills, onWork, payloadFaults } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

export const preparation = 'BillPreparationRequested';

export function blockingAfterFailure(reasonCode: string): TillDecorator {
  return onWork(undefined, () => {
    const stationOfBill = new Map<string, string>();
    const blocked = new Set<string>();
    return async (command, step) => {
      const { messageKind, payload } = command;
      const billId = textIn(payload['posBillId']);
      if (messageKind === 'BillPaymentFailed') blocked.add(stationOfBill.get(billId) ?? '');
      if (messageKind !== preparation) return step(command);
      const station = stationOf(payload);
      const stationId = 'stationId' in station ? station.stationId : '';
      if (stationId !== '' && blocked.has(stationId)) return { success: false, reasonCode, retryable: true };
      const result = await step(command);
      stationOfBill.set(textIn(objectOf(objectOf(result)['bill'])['posBillId']), stationId);
      return result;
    };
  });
}

const isCancelled = ({ state, paidBy }: Line): boolean => state === 'CANCELLED' && paidBy === undefined;

export const billFaults = {
  ...payloadFaults('BillPreparationRequested', {
    'bill:stale-taken': ['takes no notice of the checkpoint', 'bill/stale-checkpoint', '/checkpoint'],
    'bill:always-all': ['a bill is always for the whole table', 'bill/subset', '/items'],
  }),
  'bill:kept-after-failure': {
    title: 'a bill whose payment failed blocks its table',
    breaks: ['payment/failed-releases-bill'],
    decorate: (parts) => blockingAfterFailure('PAYMENT_NOT_ALLOWED')(parts),
  },
  'bill:cancelled-line-billed': {
    title: 'bills a line that was cancelled, and is gone from the table',
    breaks: ['bill/unpaid-lines'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const cancelled = tables.find(tableId)?.lines.filter(isCancelled) ?? [];
        return prepare(tableId, [...lines, ...cancelled.map((line): Line => ({ ...line, state: 'ORDERED' }))]);
      },
    })),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
