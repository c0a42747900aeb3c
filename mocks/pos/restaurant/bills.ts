import { type Line, sumOf, type Tables, unpaidLines } from './tables.ts';

export interface Bill {
  readonly id: string;
  readonly tableId: string;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly preparedAt: number;
}

export type PaymentOutcome =
  | { readonly receipt: Receipt }
  | { readonly refused: 'UNKNOWN_BILL' | 'BILL_RELEASED' | 'ALREADY_PAID' };

interface BillRecord extends Bill {
  readonly state: 'PREPARED' | 'PAID' | 'RELEASED';
  readonly paymentId?: string;
  readonly receipt?: Receipt;
}

export type Bills = ReturnType<typeof createBills>;

export interface BillsDeps {
  readonly tables: Tables;
  readonly receipts: Receipts;
  readonly now: () => number;
  readonly newBillId: () => string;
  /** Does a table close once nothing is left to pay? */
  readonly closesWhenPaid: boolean;
}

export const createBills = ({ tables, receipts, now, newBillId, closesWhenPaid }: BillsDeps) => {
  const bills = new Map<string, BillRecord>();

  const settle = (bill: BillRecord, paymentId: string): Receipt => {
    const at = now();
    tables.change(bill.tableId, (table) => {
      const covered = new Set(bill.lines.map(({ id }) => id));
      const lines = table.lines.map((line) => (covered.has(line.id) ? { ...line, paidBy: paymentId } : line));
      const payments = [...table.payments, { id: paymentId, amount: bill.total, at }];
      const done = closesWhenPaid && unpaidLines({ ...table, lines }).length === 0;
      return { lines, payments, ...(done && { status: 'CLOSED' as const, closedAt: at, isFree: true }) };
    });
    return receipts.issue(bill.total);
  };

  return {
    prepare: (tableId: string, lines: readonly Line[]): Bill => {
      const bill: BillRecord = {
        id: newBillId(),
        tableId,
        lines,
        total: sumOf(lines),
        preparedAt: now(),
        state: 'PREPARED',
      };
      bills.set(bill.id, bill);
      return bill;
    },
    /** Once for each bill: a repeat of the payment gives its receipt again. */
    pay: (billId: string, paymentId: string): PaymentOutcome => {
      const bill = bills.get(billId);
      if (!bill) return { refused: 'UNKNOWN_BILL' };
      if (bill.receipt && bill.paymentId === paymentId) return { receipt: bill.receipt };
      if (bill.state === 'RELEASED') return { refused: 'BILL_RELEASED' };
      const { lines = [] } = tables.find(bill.tableId) ?? {};
      const owed = bill.lines.every(({ id }) => lines.some((line) => line.id === id && line.paidBy === undefined));
      if (bill.state === 'PAID' || !owed) return { refused: 'ALREADY_PAID' };
      const receipt = settle(bill, paymentId);
      bills.set(billId, { ...bill, state: 'PAID', paymentId, receipt });
      return { receipt };
    },
    release: (billId: string): void => {
      const bill = bills.get(billId);
      if (bill?.state === 'PREPARED') bills.set(billId, { ...bill, state: 'RELEASED' });
    },
  };
};

export interface Receipt {
  readonly number: string;
  readonly issuedAt: number;
  readonly total: number;
}

export type Receipts = ReturnType<typeof createReceipts>;

/** Numbers receipts through, as tax law has it. */
export const createReceipts = (now: () => number, toNumber: (sequence: number) => string) => {
  let issued = 0;
  return {
    issue: (total: number): Receipt => {
      issued += 1;
      return { number: toNumber(issued), issuedAt: now(), total };
    },
  };
};
