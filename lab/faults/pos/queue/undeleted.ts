import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { keeping } from '#mocks/pos/faults/queue';

/** Messages that are left in the queue. */
export const undeletedFaults = {
  'delete:first-twenty': {
    title: 'deletes twenty messages, and then no more',
    breaks: ['queue/handled-message-deleted'],
    decorate: (parts) => {
      let received = 0;
      return keeping(() => ++received > 20)(parts);
    },
  },
  'delete:not-listings': {
    title: 'never deletes requests for listings',
    breaks: ['queue/handled-message-deleted'],
    decorate: keeping(({ kind }) => kind === 'ProductListingsSyncRequested'),
  },
  'delete:not-orders': {
    title: 'never deletes orders',
    breaks: ['queue/handled-message-deleted'],
    decorate: keeping(({ kind }) => kind === 'OrderSubmissionRequested'),
  },
  'delete:not-each-third-order': {
    title: 'never deletes the message of every third order',
    breaks: ['queue/handled-message-deleted'],
    decorate: (parts) => {
      const places = new Map<string, number>();
      return keeping(({ id, kind }) => {
        if (kind === 'OrderSubmissionRequested' && !places.has(id)) places.set(id, places.size + 1);
        return (places.get(id) ?? 1) % 3 === 0;
      })(parts);
    },
  },
  'delete:not-payment-failed': {
    title: 'never deletes BillPaymentFailed, which has no result',
    breaks: ['queue/handled-message-deleted'],
    decorate: keeping(({ kind }) => kind === 'BillPaymentFailed'),
  },
  'duplicate:not-deleted': {
    title: 'skips a message that comes again, and does not delete it',
    breaks: ['queue/duplicate-not-applied'],
    decorate: keeping(({ again }) => again),
  },
  'duplicate:orders-not-deleted': {
    title: 'skips an order that comes again, and does not delete it',
    breaks: ['queue/duplicate-not-applied'],
    decorate: keeping(({ kind, again }) => again && kind === 'OrderSubmissionRequested'),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
