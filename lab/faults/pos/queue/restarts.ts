import { isObject, textIn } from '#mocks/json';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { type Forgetting, forgettingKeys, forgettingMessages } from './forgetful.ts';
import { answeringAgain } from './repeats.ts';

/** Forgets, as it is started anew, what it had carried out until then. */
const forgetting =
  (fault: Forgetting): TillDecorator =>
  (parts) => {
    let known = new Set<string>();
    let forgotten: ReadonlySet<string> = new Set();
    const { journal, restarted } = parts;
    const record: typeof journal.record = (command, result) => {
      known.add(command.messageId);
      return journal.record(command, result);
    };
    return {
      restarted: () => {
        forgotten = new Set([...forgotten, ...known]);
        known = new Set();
        restarted();
      },
      ...fault((messageId) => forgotten.has(messageId))({ ...parts, journal: { ...journal, record } }),
    };
  };

/** What a till has only in its memory. */
export const restartFaults = {
  'restart:messages-forgotten': {
    title: 'an order of before a restart is entered again when it is delivered again',
    breaks: ['queue/duplicate-not-applied'],
    decorate: forgetting(forgettingMessages),
  },
  'restart:keys-forgotten': {
    title: 'forgets every idempotencyKey when it is restarted',
    breaks: ['queue/idempotency-key'],
    decorate: forgetting(forgettingKeys),
  },
  'restart:bills-renumbered': {
    title: 'a bill of before a restart has another number when its message comes again',
    breaks: ['queue/duplicate-same-result'],
    decorate: forgetting((isForgotten) => (parts) => {
      const renumbered = answeringAgain(({ bill, ...result }) =>
        isObject(bill) ? { ...result, bill: { ...bill, posBillId: `${textIn(bill['posBillId'])}-2` } } : undefined,
      )(parts);
      const { byMessage = parts.journal.byMessage } = renumbered.journal ?? {};
      return {
        journal: { ...parts.journal, byMessage: (id) => (isForgotten(id) ? byMessage : parts.journal.byMessage)(id) },
      };
    }),
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
} as const satisfies Readonly<Record<string, PosFault>>;
