import type { Receipt } from '#mocks/pos/restaurant/bills';
import { onBills, onCall, onResult, onWork, resultFaults } from '#mocks/pos/faults/decorators';
import { onBillsOfTables, onOrders, silentAbout } from '../decorators.ts';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { alter } from '#mocks/faults';
import { type Json, isObject, objectOf, textIn } from '#mocks/json';
import { answeringFailed } from '#mocks/pos/faults/commands';

const completed = 'BillPaymentCompleted';

/** Payments that are not what was paid. */
export const paymentFaults = {
  'payment:not-booked': {
    title: 'prints a receipt and leaves the table as it was',
    breaks: ['payment/visible-in-table', 'bill/unpaid-lines'],
    decorate: onBills(({ pay, prepare }, { restaurant }) => {
      const totals = new Map<string, number>();
      const receipts = new Map<string, Receipt>();
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          totals.set(bill.id, bill.total);
          return bill;
        },
        pay: (billId, paymentId) => {
          const total = totals.get(billId);
          if (total === undefined) return pay(billId, paymentId);
          const receipt = receipts.get(billId) ?? restaurant.receipts.issue(total);
          receipts.set(billId, receipt);
          return { receipt };
        },
      };
    }),
  },
  ...resultFaults(completed, {
    'payment:no-number': ['a receipt has no number', 'payment/result-body', '/receipt/receiptNumber'],
    'payment:failure-without-reason': ['a failure has no reasonCode', 'payment/result-body', '/reasonCode'],
    'payment:invoice-silent': [
      'says nothing about a payment with an invoice',
      ['payment/applied-once', 'queue/delete-after-callback'],
      '',
      silentAbout(({ payload }) => payload['billingDetails'] !== undefined),
    ],
    'payment:silent-when-unknown': [
      'says nothing about the payment of a bill it does not know',
      ['payment/unknown-bill', 'queue/delete-after-callback'],
      '',
      silentAbout((_, { reasonCode }) => textIn(reasonCode).toUpperCase() === 'UNKNOWN_BILL'),
    ],
  }),
  'payment:shown-twice': {
    title: 'shows each payment twice at its table',
    breaks: ['payment/visible-in-table'],
    decorate: onResult('TableOrderSnapshotRequested', (result) =>
      alter(result, '/tableOrderSnapshot/payments', (payments) =>
        Array.isArray(payments) ? payments.flatMap((one) => [one, one]) : payments,
      ),
    ),
  },
  'payment:replaced-by-next': {
    title: 'shows the last payment of a table in place of those before',
    breaks: ['payment/visible-in-table'],
    // Quartz shows amounts alone.
    variants: ['copper'],
    decorate: onResult('TableOrderSnapshotRequested', (result) =>
      alter(result, '/tableOrderSnapshot/payments', (payments) =>
        Array.isArray(payments) ? payments.slice(-1) : payments,
      ),
    ),
  },
  'payment:paid-already-when-asked-again': {
    title: 'refuses a payment it has applied when its result was not taken and it answers again',
    breaks: ['queue/duplicate-same-result'],
    decorate: onCall('callback', () => {
      const untaken = new Set<string>();
      return async (call, transmit) => {
        const { receipt } = Object(call.body) as { readonly receipt?: Json };
        if (receipt === undefined || !call.path.includes(completed)) return await transmit(call);
        const refusal = { success: false, reasonCode: 'ALREADY_PAID', retryable: false };
        const answer = await transmit(untaken.has(call.path) ? { ...call, body: refusal } : call);
        if (answer.status === undefined || answer.status >= 500) untaken.add(call.path);
        return answer;
      };
    }),
  },
  'payment:invoice-refused': {
    title: 'refuses payments with an invoice',
    breaks: ['payment/applied-once'],
    decorate: onWork(
      completed,
      () => async (command, step) =>
        command.payload['billingDetails'] === undefined
          ? await step(command)
          : { success: false, reasonCode: 'NO_INVOICES', retryable: false },
    ),
  },
  'payment:failure-echoed': {
    title: 'answers BillPaymentFailed with a failure',
    breaks: ['payment/failed-has-no-result'],
    decorate: answeringFailed({ success: false, reasonCode: 'RELEASED', retryable: false }),
  },
  'payment:unlisted': {
    title: 'notes on the lines what was paid by app, and leaves it out of the payments',
    breaks: ['payment/visible-in-table'],
    decorate: onBillsOfTables(({ pay }, { restaurant: { tables } }, tableOf) => ({
      pay: (billId, paymentId) => {
        const outcome = pay(billId, paymentId);
        tables.change(tableOf(billId), ({ payments }) => ({
          payments: payments.filter(({ id }) => id !== paymentId),
        }));
        return outcome;
      },
    })),
  },
  'payment:hidden': {
    title: 'shows tables as if nothing had been paid by app',
    breaks: ['payment/visible-in-table'],
    decorate: (parts) => {
      const opened = new Set(
        parts.restaurant.plan.tables.filter(({ state }) => state !== 'closed').map(({ id }) => id),
      );
      return onResult('TableOrderSnapshotRequested', (result, { payload }) => {
        const { tableOrderSnapshot, tableSessionContext } = objectOf(result);
        if (!opened.has(textIn(payload['tableId'])) || !isObject(tableOrderSnapshot)) return result;
        const { payments } = tableOrderSnapshot;
        if (!Array.isArray(payments) || payments.length === 0) return result;
        tableOrderSnapshot['payments'] = [];
        if (!isObject(tableSessionContext) || tableSessionContext['closedAt'] === undefined) return result;
        delete tableSessionContext['closedAt'];
        tableSessionContext['status'] = 'OPEN';
        tableOrderSnapshot['status'] = 'OPEN';
        return result;
      })(parts);
    },
  },
  'bill:second-failure-blocks': {
    title: 'leaves the lines of a table as paid from the second BillPaymentFailed there on',
    breaks: ['payment/failed-releases-bill'],
    // Where quartz is told to change something, nobody changes what is paid.
    variants: ['copper'],
    decorate: (parts) => {
      const failures = new Map<string, number>();
      return onBillsOfTables(({ release }, { restaurant: { tables } }, tableOf) => ({
        release: (billId) => {
          release(billId);
          const tableId = tableOf(billId);
          const times = (failures.get(tableId) ?? 0) + 1;
          failures.set(tableId, times);
          if (times > 1)
            tables.change(tableId, ({ lines }) => ({ lines: lines.map((line) => ({ paidBy: billId, ...line })) }));
        },
      }))(parts);
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
