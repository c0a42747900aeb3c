import type { CheckOutcome, PosBillingDetails } from '#schemas';
import type { CommandToSend, SentCommand } from '../../context/pos.ts';
import type { FoundAmount } from './amounts.ts';
import type { Billed, OpenTable, ReadBill, ReadPayment, ReadTable } from './read-results.ts';

export interface Prepared extends Billed {
  readonly kind: 'prepared';
  readonly sent: SentCommand;
}

/** The bill of a table as it was just before. */
export interface BilledTable extends Prepared {
  readonly seat: OpenTable;
}

/** What is asked of a bill of a table as it is now. */
export interface AskedBill {
  /** The lines that are paid now; absent for the whole bill. */
  readonly ids?: readonly string[] | undefined;
  /** Where a refusal is what is right, there is nothing to wait for before it is asked once more. */
  readonly right?: 'a bill' | 'a refusal';
  /** The table as it is, where it need not be looked at first. */
  readonly known?: OpenTable | undefined;
}

/** A table before and after something was done. */
export interface Looks {
  readonly before: Pick<ReadTable, 'snapshot'>;
  readonly after: ReadTable;
  readonly exchange: number;
}

/** A payment besides its amount. */
export interface PaymentWays {
  readonly billingDetails?: PosBillingDetails | undefined;
  /** The platform does not take the first result, so that the till answers once more; what it says then a law compares. */
  readonly isLost?: boolean;
}

/** A payment the till has answered, with yes or no. */
interface AnsweredPayment {
  readonly bill: ReadBill;
  readonly amount: FoundAmount;
  readonly result: ReadPayment;
  readonly command: CommandToSend;
  readonly sent: SentCommand;
  readonly exchange: number;
}

/** A payment the till has applied. */
export interface Paid extends AnsweredPayment {
  readonly kind: 'paid';
}

export interface RefusedPayment extends AnsweredPayment {
  readonly kind: 'refused';
}

/** `refused`: what the till said last. */
export interface NotPaid {
  readonly kind: 'not-paid';
  readonly outcome: CheckOutcome;
  readonly refused: ReadPayment | undefined;
}
