import { objectOf, textIn } from '#mocks/json';
import { onBills, onResult, onWork } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { stationOf } from '#mocks/pos/requests';
import { openLines } from './split.ts';

const preparation = 'BillPreparationRequested';

/** What two or three ordinary things show only together. */
export const togetherFaults = {
  'bill:ordered-after-payment-left-out': {
    title: 'leaves what was ordered since a payment at the table out of the bill of all of it',
    breaks: ['bill/unpaid-lines'],
    decorate: onBills(({ prepare, pay }, { restaurant: { tables } }) => {
      const tableOf = new Map<string, string>();
      const known = new Map<string, ReadonlySet<string>>();
      return {
        prepare: (tableId, lines) => {
          const before = lines.filter(({ id }) => known.get(tableId)?.has(id) ?? true);
          const isWhole = lines.length === openLines(tables, tableId).length;
          const bill = prepare(tableId, isWhole && before.length > 0 ? before : lines);
          tableOf.set(bill.id, tableId);
          return bill;
        },
        pay: (billId, paymentId) => {
          const outcome = pay(billId, paymentId);
          const tableId = tableOf.get(billId) ?? '';
          if ('receipt' in outcome) known.set(tableId, new Set(openLines(tables, tableId).map(({ id }) => id)));
          return outcome;
        },
      };
    }),
  },
  'bill:failure-releases-newer': {
    title: 'lets go of the newer of two bills of a table when the payment of the older one fails',
    breaks: ['payment/applied-once'],
    decorate: onBills(({ prepare, pay, release }) => {
      const waiting = new Map<string, readonly string[]>();
      const without = (billId: string) => {
        for (const [tableId, ids] of waiting)
          waiting.set(
            tableId,
            ids.filter((id) => id !== billId),
          );
      };
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          waiting.set(tableId, [...(waiting.get(tableId) ?? []), bill.id]);
          return bill;
        },
        pay: (billId, paymentId) => {
          without(billId);
          return pay(billId, paymentId);
        },
        release: (billId) => {
          const ids = [...waiting.values()].find((all) => all.includes(billId)) ?? [];
          const newest = ids.at(-1) ?? billId;
          without(newest);
          release(newest);
        },
      };
    }),
  },
  'bill:alike-once-paid': {
    title: 'bills with a selected line all unpaid ones of its listing, once something was paid at the table',
    breaks: ['bill/subset'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const open = openLines(tables, tableId);
        const isPart = lines.length < open.length && (tables.find(tableId)?.payments.length ?? 0) > 0;
        const alike = open.filter(({ listingId }) => lines.some((line) => line.listingId === listingId));
        return prepare(tableId, isPart ? alike : lines);
      },
    })),
  },
  'bill:part-stale-once-paid': {
    title: 'takes no notice of the checkpoint of a bill for some lines where the last change was a payment',
    breaks: ['bill/stale-checkpoint'],
    decorate: onWork(undefined, ({ restaurant: { tables } }) => {
      const paidAt = new Map<string, number | undefined>();
      const tableOfBill = new Map<string, string>();
      return async (command, step) => {
        const { messageKind, payload } = command;
        const station = stationOf(payload);
        const known = tableOfBill.get(textIn(payload['posBillId']));
        const tableId = known ?? ('stationId' in station ? station.stationId : '');
        const isPaid = paidAt.has(tableId) && paidAt.get(tableId) === tables.find(tableId)?.updatedAt;
        const { checkpoint: _, ...others } = payload;
        const isHeedless = messageKind === preparation && payload['items'] !== undefined && isPaid;
        const result = await step(isHeedless ? { ...command, payload: others } : command);
        if (messageKind === preparation)
          tableOfBill.set(textIn(objectOf(objectOf(result)['bill'])['posBillId']), tableId);
        if (messageKind === 'BillPaymentCompleted') paidAt.set(tableId, tables.find(tableId)?.updatedAt);
        return result;
      };
    }),
  },
  'bill:refused-as-before-payment': {
    title: 'shows a table that has changed as it was before the last payment there',
    breaks: ['bill/stale-checkpoint'],
    // The other till shows none.
    variants: ['copper'],
    decorate: onResult(preparation, (result, { payload: { checkpoint = '' } }) => {
      const shown = objectOf(result);
      const snapshot = objectOf(shown['currentSnapshot']);
      const payments = Array.isArray(snapshot['payments']) ? snapshot['payments'] : [];
      const before = { ...snapshot, payments: payments.slice(0, -1), updatedAt: checkpoint };
      return payments.length === 0 ? result : { ...shown, currentSnapshot: before };
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
