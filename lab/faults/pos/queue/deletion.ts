import { messageIdIn, onMailbox, onWork } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { deletingAt, keeping } from '#mocks/pos/faults/queue';
import type { CommandKind } from '#schemas';

const answeringAllBut = (messageKind: CommandKind, which: number): TillDecorator =>
  onWork(messageKind, () => {
    let commands = 0;
    return async (command, step) => {
      const result = await step(command);
      return ++commands === which ? undefined : result;
    };
  });

/** Messages deleted too early, too late or never. */
export const deletionFaults = {
  'delete:last-of-batch': {
    title: 'deletes all of a batch but its last message',
    breaks: ['queue/handled-message-deleted'],
    variants: ['copper'],
    decorate: onMailbox((mailbox) => {
      const last = new Set<string>();
      return {
        receive: async (wish, signal) => {
          const deliveries = await mailbox.receive(wish, signal);
          const handle = deliveries.length > 1 ? deliveries.at(-1)?.receiptHandle : undefined;
          if (handle !== undefined) last.add(handle);
          return deliveries;
        },
        delete: async (receiptHandle) => {
          if (!last.has(receiptHandle)) await mailbox.delete(receiptHandle);
        },
      };
    }),
  },
  'delete:first-once-rejected': {
    title: 'deletes a message that comes again after a 400 before its result is sent once more',
    breaks: ['queue/delete-after-callback'],
    decorate: deletingAt('before', 'rejected'),
  },
  'delete:before-answer': {
    title: 'deletes a message before its callback is answered',
    breaks: ['queue/delete-after-callback'],
    variants: ['copper'],
    decorate: deletingAt('meanwhile'),
  },
  'delete:beside-answer': {
    title: 'deletes an order before its callback, and any other message after it, also with 400',
    // Who deletes before the answer is told that of every message.
    breaks: ['queue/delete-after-callback'],
    variants: ['quartz'],
    decorate: deletingAt('either'),
  },
  'delete:old-handle': {
    title: 'deletes with the handle of the first delivery, whichever it is',
    breaks: ['queue/delete-after-callback'],
    decorate: (parts) => {
      const first = new Map<string, string>();
      return onMailbox((mailbox) => {
        const outdated = new Map<string, string>();
        return {
          receive: async (wish, signal) => {
            const deliveries = await mailbox.receive(wish, signal);
            for (const delivery of deliveries) {
              const id = messageIdIn(delivery);
              const before = first.get(id);
              if (before === undefined) first.set(id, delivery.receiptHandle);
              else outdated.set(delivery.receiptHandle, before);
            }
            return deliveries;
          },
          delete: async (receiptHandle) => {
            await mailbox.delete(outdated.get(receiptHandle) ?? receiptHandle);
          },
        };
      })(parts);
    },
  },
  'delete:whole-batch': {
    title: 'deletes the whole batch once its first message is answered',
    breaks: ['queue/delete-after-callback'],
    variants: ['copper'],
    decorate: onMailbox((mailbox) => {
      let batch: readonly string[] = [];
      return {
        receive: async (wish, signal) => {
          const deliveries = await mailbox.receive(wish, signal);
          batch = deliveries.map(({ receiptHandle }) => receiptHandle);
          return deliveries;
        },
        delete: async (receiptHandle) => {
          for (const handle of batch.includes(receiptHandle) ? batch : [receiptHandle])
            await mailbox.delete(handle).catch(() => undefined);
        },
      };
    }),
  },
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
  'delete:one-bill-unanswered': {
    title: 'of one request for a bill no result is ever sent, and its message is deleted',
    breaks: ['queue/delete-after-callback'],
    decorate: answeringAllBut('BillPreparationRequested', 60),
  },
  'delete:one-order-unanswered': {
    title: 'of one order no result is ever sent, and its message is deleted',
    breaks: ['queue/delete-after-callback'],
    decorate: answeringAllBut('OrderSubmissionRequested', 60),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
