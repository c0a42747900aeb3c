import type { CommandKind } from '#schemas';
import type { PlatformAnswer, PlatformCall } from '../connection/call.ts';
import type { Mailbox } from '../queue/mailbox.ts';
import type { TillParts } from '../till.ts';
import { kindIn, messageIdIn, messageIdOf, onCall, onMailbox, resultFaults } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';
import type { Entry } from '../queue/journal.ts';

export const waiting =
  (waitSeconds: number): TillDecorator =>
  (parts) => ({ polling: { ...parts.polling, waitSeconds } });

/** Before each poll. */
export const pausing = (pauseMs: number): TillDecorator =>
  onMailbox((mailbox, { clock }) => ({
    receive: async (wish, signal) => {
      await clock.sleep(pauseMs, signal);
      return mailbox.receive(wish, signal);
    },
  }));

/** A call that may not be made, once at start-up; its failure is ignored. */
export const atStart =
  (
    call: (configuration: Parameters<TillParts['openMailbox']>[0], open: TillParts['openMailbox']) => Promise<unknown>,
  ): TillDecorator =>
  (parts) => ({
    openMailbox: async (configuration) => {
      await call(configuration, parts.openMailbox).catch(() => undefined);
      return parts.openMailbox(configuration);
    },
  });

export const peek = async (mailbox: Mailbox): Promise<void> => {
  await mailbox.receive({ waitSeconds: 0, max: 1 }, AbortSignal.timeout(5000));
};

export const failed = ({ status }: PlatformAnswer): boolean => status === undefined || status >= 500;

export const isAbout = ({ path }: PlatformCall, kind: CommandKind): boolean => path.includes(`/${kind}/`);

/** Deletes at another moment of the callback; the result itself is not lost, since the call is made again until it is taken. */
export const deletingAt =
  (moment: 'before' | 'meanwhile' | 'either', when: 'always' | 'rejected' = 'always') =>
  (parts: TillParts): Partial<TillParts> => {
    const handles = new Map<string, string>();
    const rejected = new Set<string>();
    let mailbox: Mailbox | undefined;
    return {
      openMailbox: async (configuration) => {
        const opened = await parts.openMailbox(configuration);
        mailbox = opened;
        return {
          ...opened,
          receive: async (wish, signal) => {
            const deliveries = await opened.receive(wish, signal);
            for (const delivery of deliveries) handles.set(messageIdIn(delivery), delivery.receiptHandle);
            return deliveries;
          },
        };
      },
      call: async (call, transmit) => {
        const next = (sent: PlatformCall) => parts.call(sent, transmit);
        if (call.kind !== 'callback') return next(call);
        const messageId = messageIdOf(call);
        if (when === 'rejected' && !rejected.has(messageId)) {
          const first = await next(call);
          if (first.status === 400) rejected.add(messageId);
          return first;
        }
        const remove = async () => await mailbox?.delete(handles.get(messageId) ?? '').catch(() => undefined);
        const isFirst = moment === 'before' || (moment === 'either' && isAbout(call, 'OrderSubmissionRequested'));
        const deleting = isFirst || moment === 'meanwhile' ? remove() : undefined;
        if (isFirst) await deleting;
        let answer = await next(call);
        for (let again = 0; failed(answer) && again < 5; again++) {
          await parts.clock.sleep(500);
          answer = await next(call);
        }
        await (deleting ?? remove());
        return answer;
      },
    };
  };

/** Does not delete messages that were received under these conditions. */
export const keeping = (
  keeps: (seen: { readonly id: string; readonly kind: string; readonly again: boolean }) => boolean,
): TillDecorator => {
  return (parts) => {
    const seen = new Set<string>();
    return onMailbox((mailbox) => {
      const kept = new Set<string>();
      return {
        receive: async (wish, signal) => {
          const deliveries = await mailbox.receive(wish, signal);
          for (const delivery of deliveries) {
            const id = messageIdIn(delivery);
            if (keeps({ id, kind: kindIn(delivery), again: seen.has(id) })) kept.add(delivery.receiptHandle);
            seen.add(id);
          }
          return deliveries;
        },
        delete: async (receiptHandle) => {
          if (!kept.has(receiptHandle)) await mailbox.delete(receiptHandle);
        },
      };
    })(parts);
  };
};

export const believing = (believes: (answer: PlatformAnswer, call: PlatformCall) => boolean): TillDecorator =>
  onCall('callback', () => async (call, transmit) => {
    const answer = await transmit(call);
    return believes(answer, call) ? { ...answer, status: 204 } : answer;
  });

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

/** In how the queue is worked off. */
export const queueFaults = {
  'poll:no-wait': {
    title: 'asks with WaitTimeSeconds 0, once a second',
    breaks: ['queue/long-polling'],
    decorate: (parts) => ({ ...waiting(0)(parts), ...pausing(1000)(parts) }),
  },
  'poll:old-credentials': {
    title: 'tries the credentials of yesterday first',
    breaks: ['queue/issued-credentials'],
    decorate: atStart(async (configuration, open) =>
      peek(await open({ ...configuration, accessKeyId: 'AKIAYESTERDAY0000000' })),
    ),
  },
  'delete:before-callback': {
    title: 'deletes a message before its result is sent',
    breaks: ['queue/delete-after-callback'],
    decorate: deletingAt('before'),
  },
  'delete:nothing': {
    title: 'never deletes a message',
    breaks: ['queue/handled-message-deleted'],
    decorate: keeping(() => true),
  },
  'callback:error-is-fine': {
    title: 'takes any answer for a good one, and none too',
    breaks: ['queue/result-not-lost'],
    decorate: believing(failed),
  },
  ...resultFaults('Test', {
    'test:own-nonce': [
      'sends the message id for the nonce',
      'queue/test-round-trip',
      '/nonce',
      (_, { messageId }) => messageId,
    ],
  }),
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
} as const satisfies Readonly<Record<string, PosFault>>;
