import { messageIdIn, onMailbox } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { believing, deletingAt, failed, isAbout } from '#mocks/pos/faults/queue';

/** Messages deleted at the wrong time, or lost. */
export const deliveryFaults = {
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
  'callback:silence-is-fine': {
    title: 'a callback that is not answered counts as sent',
    breaks: ['queue/result-not-lost'],
    decorate: believing(({ status }) => status === undefined),
  },
  'callback:lost-bill-is-fine': {
    title: 'takes any answer for a good one where a bill is sent',
    breaks: ['queue/result-not-lost'],
    decorate: believing((answer, call) => failed(answer) && isAbout(call, 'BillPreparationRequested')),
  },
  'callback:lost-payment-is-fine': {
    title: 'takes any answer for a good one where the result of a payment is sent',
    breaks: ['queue/result-not-lost'],
    decorate: believing((answer, call) => failed(answer) && isAbout(call, 'BillPaymentCompleted')),
  },
  'callback:error-is-final': {
    title: 'a message whose callback failed is skipped when it comes again',
    breaks: ['queue/result-not-lost'],
    // Quartz sends stored results again, however they were answered.
    variants: ['copper'],
    decorate: ({ journal }) => ({
      journal: {
        ...journal,
        byMessage: (messageId) => {
          const entry = journal.byMessage(messageId);
          return entry && { ...entry, settled: true };
        },
      },
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
