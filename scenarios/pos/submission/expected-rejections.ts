import type { RejectedItem } from '#schemas';

/** Errors › Mutation rejection reasons */
export type Reason = RejectedItem['reasonCode'];

/** An order that has to be rejected. */
export interface Expected {
  readonly what: string;
  readonly right: readonly Reason[];
  /** Reasons that can be defended, and are not the one that is meant. */
  readonly near: readonly Reason[];
}

export const nothingLeft: Expected = {
  what: 'A listing that is out of stock',
  right: ['OUT_OF_STOCK'],
  // Of nothing the requested quantity is unavailable as well.
  near: ['INSUFFICIENT_STOCK'],
};
export const delistedReason: Expected = { what: 'A listing that is no longer sold', right: ['DELISTED'], near: [] };
export const unknownReason: Expected = {
  what: 'A listing that never existed',
  right: ['DELISTED'],
  near: ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK'],
};
export const closedReason: Expected = { what: 'An order for a closed table', right: ['ORDER_CLOSED'], near: [] };
export const paidReason: Expected = { ...closedReason, what: 'An order for a closed table that is paid already' };
export const closingReason: Expected = { what: 'An order for a closing table', right: ['ORDER_CLOSED'], near: [] };
export const stalePrice: Expected = {
  what: 'A listing at a price that is not its own',
  right: ['PRICE_CHANGED'],
  near: ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK', 'DELISTED', 'ORDER_CLOSED'],
};
