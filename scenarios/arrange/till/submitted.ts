import type { Money, OrderContext } from '#schemas';
import type { SentCommand } from '../../context/pos.ts';
import type { ReadSubmission } from './read-results.ts';

/** One line of an order. */
export interface Wanted {
  readonly listingId: string;
  readonly quantity: number;
  readonly unitPrice?: Money;
}

export interface Submitted {
  readonly kind: 'submitted';
  readonly context: OrderContext;
  readonly prepaid: boolean;
  /** What a prepaid order cost. */
  readonly paid: Money | undefined;
  readonly result: ReadSubmission;
  readonly exchange: number;
  readonly sent: SentCommand;
}
