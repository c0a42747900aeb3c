import type { Entry } from '../queue/journal.ts';
import type { TillParts } from '../till.ts';
import { onMailbox } from './decorators.ts';
import type { PosFault } from './pos-fault.ts';

/** Does the work of an order again when its message comes again, and sends the first result all the same. */
export const applyingAgain =
  (when: (entry: Entry) => boolean) =>
  (parts: TillParts): Partial<TillParts> => {
    const again = new Map<string, () => void>();
    return {
      work: (command, step) => {
        if (command.messageKind === 'OrderSubmissionRequested')
          again.set(command.messageId, () => void parts.work(command, step));
        return parts.work(command, step);
      },
      journal: {
        ...parts.journal,
        byMessage: (messageId) => {
          const entry = parts.journal.byMessage(messageId);
          if (entry && when(entry)) again.get(messageId)?.();
          return entry;
        },
      },
    };
  };

export const repeatsFaults = {
  'duplicate:applied': {
    title: 'an order that is delivered again is entered again',
    breaks: ['queue/duplicate-not-applied'],
    decorate: applyingAgain(() => true),
  },
  'retry:key-ignored': {
    title: 'takes no notice of idempotencyKey',
    breaks: ['queue/idempotency-key'],
    decorate: ({ journal }) => ({ journal: { ...journal, byKey: () => undefined } }),
  },
  'order:backwards': {
    title: 'works a batch off from its end',
    breaks: ['queue/group-order'],
    decorate: (parts) => ({
      polling: { ...parts.polling, max: 10 },
      ...onMailbox((mailbox) => ({
        receive: async (wish, signal) => (await mailbox.receive(wish, signal)).toReversed(),
      }))(parts),
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
