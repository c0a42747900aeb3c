import { messageIdOf, onCall, onMailbox } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { applyingAgain, failed } from '#mocks/pos/faults/queue';
import { isObject, objectOf, textIn } from '#mocks/json';
import type { Command } from '#mocks/pos/queue/command';
import { paymentIdOf } from '#mocks/pos/requests';
import type { TillParts } from '#mocks/pos/till';
import { onFailedDeletion } from '../decorators.ts';
import { answeringAgain } from './repeats.ts';

/** What becomes of messages, or of operations, that are forgotten. */
type Forgetting = (isForgotten: (messageId: string) => boolean) => TillDecorator;

const messages: Forgetting = (isForgotten) => applyingAgain(({ messageId }) => isForgotten(messageId));

const keys: Forgetting =
  (isForgotten) =>
  ({ journal }) => ({
    journal: {
      ...journal,
      byKey: (command) => {
        const entry = journal.byKey(command);
        return entry && isForgotten(entry.messageId) ? undefined : entry;
      },
    },
  });

const billNumbers: Forgetting = (isForgotten) => (parts) => {
  const renumbered = answeringAgain(({ bill, ...result }) =>
    isObject(bill) ? { ...result, bill: { ...bill, posBillId: `${textIn(bill['posBillId'])}-2` } } : undefined,
  )(parts);
  const { byMessage = parts.journal.byMessage } = renumbered.journal ?? {};
  return {
    journal: { ...parts.journal, byMessage: (id) => (isForgotten(id) ? byMessage : parts.journal.byMessage)(id) },
  };
};

/** What a till has carried out, and what it knows of that no more. */
const createMemory = () => {
  const since = new Map<string, number>();
  const forgotten = new Set<string>();
  let last = '';
  return {
    learn: (messageId: string, at: number): void => {
      if (!since.has(messageId)) since.set(messageId, at);
      last = messageId;
    },
    forget: (messageId: string): void => void forgotten.add(messageId),
    forgetAllBut: (messageId?: string): void => {
      for (const known of since.keys()) if (known !== messageId) forgotten.add(known);
    },
    learnAgain: (messageId: string): void => void forgotten.delete(messageId),
    isForgotten: (messageId: string): boolean => forgotten.has(messageId),
    isLast: (messageId: string): boolean => messageId === last,
    ageOf: (messageId: string, now: number): number => now - (since.get(messageId) ?? now),
  };
};

type Memory = ReturnType<typeof createMemory>;

/** Forgets messages or operations: those of which `isForgotten` says so, or those that `loses` has forgotten. */
const forgetting =
  (
    fault: Forgetting,
    {
      loses = () => ({}),
      isForgotten = (id, memory) => memory.isForgotten(id),
    }: {
      readonly loses?: (memory: Memory, parts: TillParts) => Partial<TillParts>;
      readonly isForgotten?: (messageId: string, memory: Memory, parts: TillParts) => boolean;
    },
  ): TillDecorator =>
  (parts) => {
    const memory = createMemory();
    const record: typeof parts.journal.record = (command, result) => {
      memory.learn(command.messageId, parts.clock.now());
      return parts.journal.record(command, result);
    };
    const learning = { ...parts, journal: { ...parts.journal, record } };
    const losing = loses(memory, learning);
    return { ...losing, ...fault((id) => isForgotten(id, memory, parts))({ ...learning, ...losing }) };
  };

const atRestarts = {
  loses: ({ forgetAllBut }: Memory, { restarted }: TillParts): Partial<TillParts> => ({
    restarted: () => {
      forgetAllBut();
      restarted();
    },
  }),
};

/** Shorter than a message is hidden that is not deleted. */
const rememberedMs = 20_000;
const inTime = {
  isForgotten: (id: string, memory: Memory, { clock }: TillParts): boolean =>
    memory.ageOf(id, clock.now()) > rememberedMs,
};

/** Takes no notice of the keys of some orders. */
const keysUnseen =
  (isUnseen: (context: Command['payload'], payload: Command['payload']) => boolean) =>
  ({ journal }: TillParts): Partial<TillParts> => ({
    journal: {
      ...journal,
      byKey: (command) =>
        isUnseen(objectOf(command.payload['orderContext']), command.payload) ? undefined : journal.byKey(command),
    },
  });

/** What a till forgets of the messages it has handled, and of their keys. */
export const memoryFaults = {
  'duplicate:applied-once-settled': {
    title: 'an order is forgotten as soon as its result is accepted',
    breaks: ['queue/duplicate-not-applied'],
    decorate: applyingAgain(({ settled }) => settled),
  },
  'duplicate:last-known-alone': {
    title: 'an order that is delivered again is entered again once another message came between',
    breaks: ['queue/duplicate-not-applied'],
    decorate: forgetting(messages, { isForgotten: (id, memory) => !memory.isLast(id) }),
  },
  'duplicate:forgotten-in-time': {
    title: 'an order that is delivered again half a minute later is entered again',
    breaks: ['queue/duplicate-not-applied'],
    decorate: forgetting(messages, inTime),
  },
  'retry:key-forgotten-in-time': {
    title: 'forgets an idempotencyKey after 20 s',
    breaks: ['queue/idempotency-key'],
    decorate: forgetting(keys, inTime),
  },
  'retry:key-forgotten': {
    title: 'forgets an idempotencyKey once the result is accepted',
    breaks: ['queue/idempotency-key'],
    decorate: forgetting(keys, { isForgotten: (id, _, { journal }) => journal.byMessage(id)?.settled === true }),
  },
  'retry:key-of-tables-only': {
    title: 'takes no notice of idempotencyKey away from tables',
    breaks: ['queue/idempotency-key'],
    decorate: keysUnseen(({ type }) => ['PICKUP', 'DELIVERY'].includes(textIn(type))),
  },
  'retry:key-forgotten-at-kiosks': {
    title: 'takes no notice of idempotencyKey at kiosks',
    breaks: ['queue/idempotency-key'],
    decorate: keysUnseen(({ stationKind }) => stationKind === 'KIOSK'),
  },
  'retry:key-forgotten-paid-at-kiosks': {
    title: 'takes no notice of the idempotencyKey of a paid order of a kiosk',
    breaks: ['queue/idempotency-key'],
    decorate: keysUnseen(({ stationKind }, payload) => stationKind === 'KIOSK' && paymentIdOf(payload) !== undefined),
  },
  'restart:messages-forgotten': {
    title: 'an order of before a restart is entered again when it is delivered again',
    breaks: ['queue/duplicate-not-applied'],
    decorate: forgetting(messages, atRestarts),
  },
  'restart:keys-forgotten': {
    title: 'forgets every idempotencyKey when it is restarted',
    breaks: ['queue/idempotency-key'],
    decorate: forgetting(keys, atRestarts),
  },
  'restart:keys-learned-again': {
    title: 'forgets every idempotencyKey when it is restarted, but for those of messages that come again',
    breaks: ['queue/idempotency-key'],
    decorate: forgetting(keys, {
      loses: (memory, parts) => ({
        ...atRestarts.loses(memory, parts),
        journal: {
          ...parts.journal,
          byMessage: (messageId) => {
            memory.learnAgain(messageId);
            return parts.journal.byMessage(messageId);
          },
        },
      }),
    }),
  },
  'restart:bills-renumbered': {
    title: 'a bill of before a restart has another number when its message comes again',
    breaks: ['queue/duplicate-same-result'],
    decorate: forgetting(billNumbers, atRestarts),
  },
  'restart:tables-forgotten': {
    title: 'has the tables of its last backup when it is restarted',
    breaks: ['table/lines-follow-orders'],
    decorate: (parts) => {
      const { tables, plan } = parts.restaurant;
      const first = new Map(plan.tables.map(({ id }) => [id, tables.find(id)?.lines ?? []]));
      return {
        restarted: () => {
          for (const [id, lines] of first) if (tables.find(id)?.status === 'OPEN') tables.change(id, () => ({ lines }));
          parts.restarted();
        },
      };
    },
  },
  'mixed:keys-wiped-by-5xx': {
    title: 'a callback that is answered 5xx makes it forget the idempotency keys of all other messages',
    breaks: ['queue/idempotency-key'],
    decorate: forgetting(keys, {
      loses: ({ forgetAllBut }, parts) =>
        onCall('callback', () => async (call, transmit) => {
          const answer = await transmit(call);
          if (answer.status !== undefined && failed(answer)) forgetAllBut(messageIdOf(call));
          return answer;
        })(parts),
    }),
  },
  'mixed:keys-wiped-by-redelivery': {
    title: 'forgets the idempotency key of an order that was delivered twice',
    breaks: ['queue/idempotency-key'],
    decorate: forgetting(keys, {
      loses: ({ forget }, { journal }) => ({
        journal: {
          ...journal,
          byMessage: (messageId) => {
            const entry = journal.byMessage(messageId);
            if (entry) forget(messageId);
            return entry;
          },
        },
      }),
    }),
  },
  'mixed:memory-lost-with-poll': {
    title: 'after a poll that failed, orders handled before are entered again when they come again',
    breaks: ['queue/duplicate-not-applied'],
    decorate: forgetting(messages, {
      loses: ({ forgetAllBut }, parts) =>
        onMailbox((mailbox) => ({
          receive: async (wish, signal) => {
            try {
              return await mailbox.receive(wish, signal);
            } catch (error) {
              forgetAllBut();
              throw error;
            }
          },
        }))(parts),
    }),
  },
  'mixed:memory-lost-with-deletion': {
    title: 'enters an order again whose deletion had failed',
    breaks: ['queue/duplicate-not-applied'],
    decorate: forgetting(messages, {
      loses: ({ forget }, parts) => onFailedDeletion(forget)(parts),
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
