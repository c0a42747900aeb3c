import { isObject, objectOf, textIn } from '#mocks/json';
import { onBills, onWork } from '#mocks/pos/faults/decorators';
import { onBillsOfTables } from '../decorators.ts';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { stationOf } from '#mocks/pos/requests';
import { onBillFailure, openLines, withoutPayment } from './split.ts';

const preparation = 'BillPreparationRequested';

/** What one bill does to its table, and to the other bills of it. */
export const partBillFaults = {
  'bill:part-closes': {
    title: 'closes a table once some of its lines are paid',
    breaks: ['bill/unpaid-lines'],
    decorate: onBillsOfTables(({ pay }, { clock, restaurant: { tables } }, tableOf) => ({
      pay: (billId, paymentId) => {
        const outcome = pay(billId, paymentId);
        const tableId = tableOf(billId);
        if ('receipt' in outcome && openLines(tables, tableId).length > 0)
          tables.change(tableId, () => ({ status: 'CLOSED', closedAt: clock.now() }));
        return outcome;
      },
    })),
  },
  'bill:part-off-twice': {
    title: 'takes what guests of a table have paid off its next bill, which is for none of their lines',
    breaks: ['bill/unpaid-lines'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const bill = prepare(tableId, lines);
        const paid = (tables.find(tableId)?.payments ?? []).reduce((sum, { amount }) => sum + amount, 0);
        return { ...bill, total: Math.max(0, bill.total - paid) };
      },
    })),
  },
  'bill:first-line-once-paid': {
    title:
      'bills the first unpaid line of a table in place of the one that was selected, once something was paid there',
    breaks: ['bill/subset', 'bill/unpaid-lines'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const open = openLines(tables, tableId);
        const isPaid = (tables.find(tableId)?.payments ?? []).length > 0;
        return prepare(tableId, isPaid && lines.length === 1 && open.length > 1 ? open.slice(0, 1) : lines);
      },
    })),
  },
  'bill:part-pays-alike': {
    title: 'takes all lines of an item for paid once somebody has paid for one of them by a bill',
    breaks: ['bill/unpaid-lines'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare, pay }, { restaurant: { tables } }) => {
      const parts = new Map<string, { readonly tableId: string; readonly listingId: string }>();
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          const [only, ...others] = lines;
          if (only !== undefined && others.length === 0) parts.set(bill.id, { tableId, listingId: only.listingId });
          return bill;
        },
        pay: (billId, paymentId) => {
          const outcome = pay(billId, paymentId);
          const part = parts.get(billId);
          parts.delete(billId);
          if ('receipt' in outcome && part !== undefined)
            tables.change(part.tableId, ({ lines }) => ({
              lines: lines.map((line) => (line.listingId === part.listingId ? { paidBy: paymentId, ...line } : line)),
            }));
          return outcome;
        },
      };
    }),
  },
  'bill:last-line-unpaid': {
    title: 'leaves the last line of a bill of several unpaid when the bill is paid',
    breaks: ['bill/unpaid-lines'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare, pay }, { restaurant: { tables } }) => {
      const left = new Map<string, { readonly tableId: string; readonly lineId: string | undefined }>();
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          left.set(bill.id, { tableId, lineId: lines.length > 1 ? lines.at(-1)?.id : undefined });
          return bill;
        },
        pay: (billId, paymentId) => {
          const outcome = pay(billId, paymentId);
          const { tableId, lineId } = left.get(billId) ?? {};
          left.delete(billId);
          if ('receipt' in outcome && tableId !== undefined && lineId !== undefined)
            tables.change(tableId, ({ lines }) => ({
              lines: lines.map((line) => (line.id === lineId ? withoutPayment(line) : line)),
            }));
          return outcome;
        },
      };
    }),
  },
  'bill:failure-unpays': {
    title: 'a payment that failed makes what others have paid at the table unpaid',
    breaks: ['bill/unpaid-lines'],
    decorate: onBillFailure((tables, tableId) => {
      const { payments = [] } = tables.find(tableId) ?? {};
      if (payments.length > 0) tables.change(tableId, ({ lines }) => ({ lines: lines.map(withoutPayment) }));
    }),
  },
  'bill:failure-drops-payment': {
    title: 'a payment that failed takes what others have paid out of the payments of the table',
    breaks: ['payment/failed-releases-bill'],
    // Quartz shows amounts alone of payments.
    variants: ['copper'],
    decorate: onBillFailure((tables, tableId) => {
      if ((tables.find(tableId)?.payments.length ?? 0) > 0) tables.change(tableId, () => ({ payments: [] }));
    }),
  },
  'bill:failure-cancels-line': {
    title: 'a payment that failed takes the last line off the table',
    breaks: ['payment/failed-releases-bill'],
    // Quartz goes on showing what was cancelled.
    variants: ['copper'],
    decorate: onBillFailure((tables, tableId) => {
      const last = openLines(tables, tableId).at(-1);
      if (openLines(tables, tableId).length > 1)
        tables.change(tableId, ({ lines }) => ({
          lines: lines.map((line) => (line.id === last?.id ? { ...line, state: 'CANCELLED' } : line)),
        }));
    }),
  },
  'bill:part-paid-by-failure': {
    title: 'takes the lines of a bill for some of them for paid when its payment has failed',
    breaks: ['payment/failed-releases-bill'],
    decorate: onBills(({ prepare, release }, { restaurant: { tables } }) => {
      const parts = new Map<string, readonly string[]>();
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          if (lines.length < openLines(tables, tableId).length)
            parts.set(bill.id, [tableId, ...lines.map(({ id }) => id)]);
          return bill;
        },
        release: (billId) => {
          release(billId);
          const [tableId = '', ...ids] = parts.get(billId) ?? [];
          tables.change(tableId, ({ lines }) => ({
            lines: lines.map((line) => (ids.includes(line.id) ? { ...line, paidBy: 'none' } : line)),
          }));
        },
      };
    }),
  },
  'bill:part-kept-after-failure': {
    title: 'prepares one bill of a table at a time, and lets go of none for some of the lines',
    breaks: ['payment/failed-releases-bill'],
    decorate: onWork(undefined, () => {
      const tableOf = new Map<string, string>();
      const held = new Set<string>();
      return async (command, step) => {
        const { messageKind, payload } = command;
        const station = stationOf(payload);
        const stationId = 'stationId' in station ? station.stationId : '';
        if (messageKind === preparation && held.has(stationId))
          return { success: false, reasonCode: 'PAYMENT_NOT_ALLOWED', retryable: false };
        const result = await step(command);
        const { posBillId } = objectOf(objectOf(result)['bill']);
        if (messageKind === preparation && payload['items'] !== undefined && posBillId !== undefined) {
          tableOf.set(textIn(posBillId), stationId);
          held.add(stationId);
        }
        if (messageKind === 'BillPaymentCompleted') held.delete(tableOf.get(textIn(payload['posBillId'])) ?? '');
        return result;
      };
    }),
  },
  'bill:kept-at-second-failure': {
    title: 'lets go of one bill of a table when its payment fails, and of none that comes later',
    breaks: ['payment/failed-releases-bill'],
    decorate: onWork(undefined, () => {
      const tableOf = new Map<string, string>();
      const released = new Map<string, number>();
      return async (command, step) => {
        const { messageKind, payload } = command;
        const station = stationOf(payload);
        const stationId = 'stationId' in station ? station.stationId : '';
        if (messageKind === preparation && (released.get(stationId) ?? 0) > 1)
          return { success: false, reasonCode: 'POS_OFFLINE_OR_BUSY', retryable: true };
        const result = await step(command);
        const { posBillId } = objectOf(objectOf(result)['bill']);
        if (messageKind === preparation && posBillId !== undefined) tableOf.set(textIn(posBillId), stationId);
        const failed = tableOf.get(textIn(payload['posBillId']));
        if (messageKind === 'BillPaymentFailed' && failed !== undefined)
          released.set(failed, (released.get(failed) ?? 0) + 1);
        return result;
      };
    }),
  },
  'bill:alike-with-selected': {
    title: 'bills with several selected lines those of the same listings too',
    breaks: ['bill/subset'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const listings = new Set(lines.map(({ listingId }) => listingId));
        const alike = openLines(tables, tableId).filter(({ listingId }) => listings.has(listingId));
        return prepare(tableId, lines.length > 1 ? alike : lines);
      },
    })),
  },
  'bill:left-closing': {
    title: 'a bill makes its table closing, and a payment that failed leaves it so',
    breaks: ['payment/failed-releases-bill'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        tables.change(tableId, () => ({ status: 'CLOSING' }));
        return prepare(tableId, lines);
      },
    })),
  },
  'bill:one-id-a-table': {
    title: 'all bills of a table have one id',
    breaks: ['bill/result-body'],
    decorate: onWork(undefined, () => {
      const last = new Map<string, string>();
      return async (command, step) => {
        const { payload } = command;
        const real = last.get(textIn(payload['posBillId']));
        const result = await step(
          real === undefined ? command : { ...command, payload: { ...payload, posBillId: real } },
        );
        const { bill } = objectOf(result);
        const station = stationOf(payload);
        if (!isObject(bill) || !isObject(result) || !('stationId' in station)) return result;
        const shown = `bill of ${station.stationId}`;
        last.set(shown, textIn(bill['posBillId']));
        return { ...result, bill: { ...bill, posBillId: shown } };
      };
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
