import { objectOf, textIn } from '#mocks/json';
import { onPayload, onWork } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { applyingAgain } from '#mocks/pos/faults/queue';
import type { Command } from '#mocks/pos/queue/command';
import { paymentIdOf, stationOf, wantedItems } from '#mocks/pos/requests';
import type { TillParts } from '#mocks/pos/till';
import { onOrders } from '../decorators.ts';

const submission = 'OrderSubmissionRequested';

/** What ordinary tills look at in an order, each in a branch of its own. */
const levelsOf = ({ payload }: Pick<Command, 'payload'>) => {
  const { kind } = stationOf(payload);
  const note = objectOf(payload['orderContext'])['customerNote'];
  return { kind, isPaid: paymentIdOf(payload) !== undefined, items: wantedItems(payload), note };
};
type Levels = ReturnType<typeof levelsOf>;

/** After an order of these levels that was accepted. */
const afterwards = (when: (levels: Levels) => boolean, happens: (parts: TillParts, command: Command) => void) =>
  onWork(submission, (parts) => async (command, step) => {
    const result = await step(command);
    if (objectOf(result)['success'] === true && when(levelsOf(command))) happens(parts, command);
    return result;
  });

/** Enters an order of which messages came since once more. */
const knowingTheLast: TillDecorator = (parts) => {
  let last = '';
  const record: typeof parts.journal.record = (command, result) => {
    last = command.messageId;
    return parts.journal.record(command, result);
  };
  return applyingAgain(({ messageId }) => messageId !== last)({ ...parts, journal: { ...parts.journal, record } });
};

/** What only orders show in which two or three ordinary things come together. */
export const togetherFaults = {
  'order:same-paid-once': {
    title: 'puts the last of two items of one listing on the table alone where they are paid at once',
    breaks: ['table/lines-follow-orders'],
    decorate: onOrders((submit, { tables }) => (order) => {
      const ordered = submit(order);
      const [one, other, ...more] = ordered.accepted.map(({ item }) => item.listingId);
      if (one === other && one !== undefined && more.length === 0 && order.paidBy !== undefined)
        tables.change(order.tableId ?? '', ({ lines }) => ({ lines: lines.toSpliced(-2, 1) }));
      return ordered;
    }),
  },
  'order:noted-paid-twice': {
    title: 'puts a paid order with a note on its table twice',
    breaks: ['table/lines-follow-orders'],
    decorate: afterwards(
      ({ isPaid, note }) => isPaid && typeof note === 'string' && note !== '',
      ({ restaurant: { tables } }, command) => {
        const count = levelsOf(command).items.length;
        const { stationId } = objectOf(command.payload['orderContext']);
        tables.change(textIn(stationId), ({ lines }) => ({
          lines: [...lines, ...lines.slice(-count).map((line) => ({ ...line, id: `${line.id}-2` }))],
        }));
      },
    ),
  },
  'order:unpaid-pickup-unnoted': {
    title: 'says nothing about an unpaid order to pick up without a note',
    breaks: ['submission/contexts', 'queue/delete-after-callback'],
    decorate: onWork(submission, () => async (command, step) => {
      const { kind, isPaid, note } = levelsOf(command);
      return kind === 'PICKUP' && !isPaid && note === undefined ? undefined : step(command);
    }),
  },
  'order:stale-price-paid': {
    title: 'looks at no unitPrice of an order that is paid',
    breaks: ['submission/rejection-reasons'],
    decorate: onPayload(submission, (payload, command) =>
      levelsOf(command).isPaid
        ? { ...objectOf(payload), items: levelsOf(command).items.map(({ unitPrice: _, ...item }) => item) }
        : payload,
    ),
  },
  'retry:key-forgotten-paid-at-kiosks': {
    title: 'takes no notice of the idempotencyKey of a paid order of a kiosk',
    breaks: ['queue/idempotency-key'],
    decorate: ({ journal }) => ({
      journal: {
        ...journal,
        byKey: (command) => {
          const { kind, isPaid } = levelsOf(command);
          return kind === 'KIOSK' && isPaid ? undefined : journal.byKey(command);
        },
      },
    }),
  },
  'duplicate:last-known-alone': {
    title: 'an order that is delivered again is entered again once another message came between',
    breaks: ['queue/duplicate-not-applied'],
    decorate: knowingTheLast,
  },
} as const satisfies Readonly<Record<string, PosFault>>;
