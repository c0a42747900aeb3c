import { textIn } from '#mocks/json';
import { messageIdIn, messageIdOf, onCall, onMailbox, onWork } from '#mocks/pos/faults/decorators';
import { onOrders } from '../decorators.ts';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import type { TillParts } from '#mocks/pos/till';
import { createUnmovedChanges } from '../table/unmoved-changes.ts';

/** What each order brought to its table, and the way to take it off again. */
const createOrdersToTakeBack = (parts: TillParts) => {
  const { tables } = parts.restaurant;
  const brought = new Map<string, { readonly tableId: string; readonly lineIds: ReadonlySet<string> }>();
  const { change, show } = createUnmovedChanges(parts);
  const idsOf = (tableId: string): readonly string[] => tables.find(tableId)?.lines.map(({ id }) => id) ?? [];
  const watching = onWork('OrderSubmissionRequested', () => async (command, step) => {
    const tableId = textIn(Object(command.payload['orderContext'])['stationId']);
    const before = new Set(idsOf(tableId));
    const result = await step(command);
    const lineIds = idsOf(tableId).filter((id) => !before.has(id));
    if (lineIds.length > 0) brought.set(command.messageId, { tableId, lineIds: new Set(lineIds) });
    return result;
  })(parts);
  return {
    work: show({ ...parts, ...watching }),
    takeBack: (messageId: string): void => {
      const order = brought.get(messageId);
      if (order === undefined) return;
      brought.delete(messageId);
      change(order.tableId, ({ lines }) => ({ lines: lines.filter(({ id }) => !order.lineIds.has(id)) }));
    },
  };
};

/** Orders that are undone by what goes wrong once they are accepted, and reported as accepted all the same. */
export const takenBackFaults = {
  'submission:rejection-wipes': {
    title: 'takes what was ordered at a table, and is not paid, off it again with an order that is rejected there',
    breaks: ['table/lines-follow-orders'],
    // The other till accepts what it can of each.
    variants: ['copper'],
    decorate: onOrders((submit, { tables }) => {
      const idsAt = (tableId: string): readonly string[] => tables.find(tableId)?.lines.map(({ id }) => id) ?? [];
      const brought = new Set<string>();
      return (order) => {
        const { tableId = '' } = order;
        const before = new Set(idsAt(tableId));
        const ordered = submit(order);
        for (const id of idsAt(tableId)) if (!before.has(id)) brought.add(id);
        if (ordered.accepted.length === 0 && idsAt(tableId).some((id) => brought.has(id)))
          tables.change(tableId, ({ lines }) => ({
            lines: lines.filter(({ id, paidBy }) => !brought.has(id) || paidBy !== undefined),
          }));
        return ordered;
      };
    }),
  },
  'submission:5xx-takes-back': {
    title: 'takes an order off its table again, and leaves updatedAt as it was, once its result was answered 5xx',
    breaks: ['table/lines-follow-orders'],
    decorate: (parts) => {
      const orders = createOrdersToTakeBack(parts);
      return {
        ...orders.work,
        ...onCall('callback', () => async (call, transmit) => {
          const answer = await transmit(call);
          if ((answer.status ?? 0) >= 500) orders.takeBack(messageIdOf(call));
          return answer;
        })(parts),
      };
    },
  },
  'submission:undeleted-takes-back': {
    title: 'takes an order off its table again, and leaves updatedAt as it was, once its message could not be deleted',
    breaks: ['table/lines-follow-orders'],
    decorate: (parts) => {
      const orders = createOrdersToTakeBack(parts);
      const ids = new Map<string, string>();
      return {
        ...orders.work,
        ...onMailbox((mailbox) => ({
          receive: async (wish, signal) => {
            const deliveries = await mailbox.receive(wish, signal);
            for (const delivery of deliveries) ids.set(delivery.receiptHandle, messageIdIn(delivery));
            return deliveries;
          },
          delete: async (receiptHandle) => {
            try {
              await mailbox.delete(receiptHandle);
            } catch (error) {
              orders.takeBack(ids.get(receiptHandle) ?? '');
              throw error;
            }
          },
        }))(parts),
      };
    },
  },
} as const satisfies Readonly<Record<string, PosFault>>;
