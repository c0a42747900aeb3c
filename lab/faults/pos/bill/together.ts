import { objectOf, textIn } from '#mocks/json';
import { onBills, onResult, onWork } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { openLines } from './split.ts';

const preparation = 'BillPreparationRequested';
const completed = 'BillPaymentCompleted';

/** What two or three ordinary things show only together. */
export const billsTogetherFaults = {
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
    breaks: ['payment/failed-releases-bill'],
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
        const tableId =
          messageKind === completed
            ? (tableOfBill.get(textIn(payload['posBillId'])) ?? '')
            : textIn(objectOf(payload['orderContext'])['stationId']);
        const isPaid = paidAt.has(tableId) && paidAt.get(tableId) === tables.find(tableId)?.updatedAt;
        const { checkpoint: _, ...others } = payload;
        const isHeedless = messageKind === preparation && payload['items'] !== undefined && isPaid;
        const result = await step(isHeedless ? { ...command, payload: others } : command);
        if (messageKind === preparation)
          tableOfBill.set(textIn(objectOf(objectOf(result)['bill'])['posBillId']), tableId);
        if (messageKind === completed) paidAt.set(tableId, tables.find(tableId)?.updatedAt);
        return result;
      };
    }),
  },
  'bill:refused-as-before-payment': {
    title: 'shows a table that has changed as it was before the last payment there',
    breaks: ['bill/stale-checkpoint'],
    // The other till shows none.
    variants: ['copper'],
    decorate: onResult(preparation, (result, { payload: { checkpoint } }) => {
      const shown = objectOf(result);
      const snapshot = objectOf(shown['currentSnapshot']);
      const payments = Array.isArray(snapshot['payments']) ? snapshot['payments'] : [];
      const before = { ...snapshot, payments: payments.slice(0, -1), updatedAt: checkpoint };
      return payments.length === 0 || Number.isNaN(Date.parse(textIn(checkpoint)))
        ? result
        : { ...shown, currentSnapshot: before };
    }),
  },
  'payment:part-receipt-again': {
    title: 'gives the payment of a bill for some lines another receipt when it comes again under its key',
    breaks: ['payment/applied-once'],
    decorate: (parts) => ({
      journal: {
        ...parts.journal,
        byKey: (command) => (command.messageKind === completed ? undefined : parts.journal.byKey(command)),
      },
      ...onBills(({ prepare, pay }, { restaurant: { tables, receipts } }) => {
        const some = new Set<string>();
        const paid = new Set<string>();
        return {
          prepare: (tableId, lines) => {
            const isPart = lines.length < openLines(tables, tableId).length;
            const bill = prepare(tableId, lines);
            if (isPart) some.add(bill.id);
            return bill;
          },
          pay: (billId, paymentId) => {
            const outcome = pay(billId, paymentId);
            if (!('receipt' in outcome)) return outcome;
            if (paid.has(billId) && some.has(billId)) return { receipt: receipts.issue(outcome.receipt.total) };
            paid.add(billId);
            return outcome;
          },
        };
      })(parts),
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
