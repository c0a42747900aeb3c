import { onBills } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import type { Line } from '#mocks/pos/restaurant/tables';
import type { TillParts } from '#mocks/pos/till';
import { withoutPayment } from '../bill/split.ts';

const completed = 'BillPaymentCompleted';

/** Messages of a kind are looked up neither by message nor by key: what comes again reaches the till's books again. */
const forgetting = (kind: string, { journal }: TillParts): Partial<TillParts> => {
  const known = new Set<string>();
  return {
    journal: {
      ...journal,
      record: (command, result) => {
        if (command.messageKind === kind) known.add(command.messageId);
        return journal.record(command, result);
      },
      byMessage: (messageId) => {
        const entry = journal.byMessage(messageId);
        return entry?.settled && known.has(messageId) ? undefined : entry;
      },
      byKey: (command) => (command.messageKind === kind ? undefined : journal.byKey(command)),
    },
  };
};

/** A bill that is paid again has another receipt. */
const issuingAgain = onBills(({ pay }, { restaurant }) => {
  const paid = new Set<string>();
  return {
    pay: (billId, paymentId) => {
      const outcome = pay(billId, paymentId);
      if ('receipt' in outcome && paid.has(billId))
        return { receipt: restaurant.receipts.issue(outcome.receipt.total) };
      if ('receipt' in outcome) paid.add(billId);
      return outcome;
    },
  };
});

/** Payments, and failed ones, that come again. */
export const repeatedPaymentFaults = {
  'payment:receipt-again': {
    title: 'a payment that comes again gets another receipt',
    breaks: ['payment/applied-once', 'queue/duplicate-same-result'],
    decorate: (parts) => ({
      ...forgetting(completed, parts),
      ...issuingAgain(parts),
    }),
  },
  'payment:former-receipt-again': {
    title:
      'keeps the receipt of the last payment alone, and gives another to one of before that comes again under its key',
    breaks: ['payment/applied-once'],
    decorate: (parts) => {
      const { journal } = parts;
      let last = '';
      return {
        journal: {
          ...journal,
          record: (command, result) => {
            if (command.messageKind === completed) last = command.idempotencyKey;
            return journal.record(command, result);
          },
          byKey: (command) =>
            command.messageKind === completed && command.idempotencyKey !== last ? undefined : journal.byKey(command),
        },
        ...issuingAgain(parts),
      };
    },
  },
  'bill:former-failure-unpays': {
    title: 'takes lines for unpaid once the failed payment of a former bill for them comes again',
    breaks: ['bill/unpaid-lines'],
    decorate: (parts) => ({
      ...forgetting('BillPaymentFailed', parts),
      ...onBills(({ prepare, release }, { restaurant: { tables } }) => {
        const bills = new Map<string, ReturnType<typeof prepare>>();
        return {
          prepare: (tableId, lines) => {
            const bill = prepare(tableId, lines);
            bills.set(bill.id, bill);
            return bill;
          },
          release: (billId) => {
            release(billId);
            const { tableId = '', lines: billed = [] } = bills.get(billId) ?? {};
            const isPaid = ({ id, paidBy }: Line): boolean =>
              paidBy !== undefined && billed.some((line) => line.id === id);
            if (tables.find(tableId)?.lines.some(isPaid) === true)
              tables.change(tableId, ({ lines }) => ({
                status: 'OPEN',
                closedAt: undefined,
                isFree: false,
                lines: lines.map((line) => (isPaid(line) ? withoutPayment(line) : line)),
              }));
          },
        };
      })(parts),
    }),
  },
  'payment:invoice-receipt-again': {
    title: 'a payment with an invoice that comes again under its key gets another receipt',
    breaks: ['payment/applied-once'],
    decorate: (parts) => ({
      journal: {
        ...parts.journal,
        byKey: (command) =>
          command.payload['billingDetails'] === undefined ? parts.journal.byKey(command) : undefined,
      },
      ...issuingAgain(parts),
    }),
  },
  'payment:refused-again': {
    title: 'a payment that comes again is refused as paid already',
    breaks: ['payment/applied-once', 'queue/duplicate-same-result'],
    decorate: (parts) => ({
      ...forgetting(completed, parts),
      ...onBills(({ pay }) => {
        const paid = new Set<string>();
        return {
          pay: (billId, paymentId) => {
            if (paid.has(billId)) return { refused: 'ALREADY_PAID' };
            paid.add(billId);
            return pay(billId, paymentId);
          },
        };
      })(parts),
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
