import { onFailedDeletion, onOrders } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Order } from '#mocks/pos/restaurant/orders';
import type { Line } from '#mocks/pos/restaurant/tables';
import { objectOf, textIn } from '#mocks/json';
import { paymentIdOf, wantedItems } from '#mocks/pos/requests';
import { messageIdOf, onCall, onWork } from '#mocks/pos/faults/decorators';
import type { TillParts } from '#mocks/pos/till';
import { withLines } from '../table/written-back.ts';
import { createUnmovedChanges } from '../table/unmoved-changes.ts';

/** Accepts all of an order and then puts less of it on its table; `lines` are those of the order. */
const lessOnTable = (keep: (lines: readonly Line[]) => readonly Line[]): TillDecorator =>
  onOrders((submit, { tables }) => (order) => {
    const ordered = submit(order);
    const count = ordered.accepted.length;
    if (ordered.rejected.length === 0)
      tables.change(order.tableId ?? '', ({ lines }) => ({
        lines: [...lines.slice(0, lines.length - count), ...keep(lines.slice(lines.length - count))],
      }));
    return ordered;
  });

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

/** Two items of one listing come to the table as one. */
const sameOnce = (when: (order: Order) => boolean): TillDecorator =>
  onOrders((submit, { tables }) => (order) => {
    const ordered = submit(order);
    const [one, other, ...more] = ordered.accepted.map(({ item }) => item.listingId);
    if (one === other && one !== undefined && more.length === 0 && when(order))
      tables.change(order.tableId ?? '', ({ lines }) => ({ lines: lines.toSpliced(-2, 1) }));
    return ordered;
  });

/** Orders that are accepted, and not served as a whole. */
export const servedFaults = {
  'order:first-served': {
    title: 'accepts an order of several items and puts the first on the table',
    breaks: ['table/lines-follow-orders'],
    decorate: lessOnTable((lines) => lines.slice(0, 1)),
  },
  'order:single-pieces': {
    title: 'puts one piece of each item on the table, whatever its quantity',
    breaks: ['table/lines-follow-orders'],
    decorate: lessOnTable((lines) => lines.map((line) => ({ ...line, quantity: 1 }))),
  },
  'order:two-pieces-at-most': {
    title: 'puts two pieces of an item on the table where there are more',
    breaks: ['table/lines-follow-orders'],
    decorate: lessOnTable((lines) => lines.map((line) => ({ ...line, quantity: Math.min(2, line.quantity) }))),
  },
  'order:ten-items-at-most': {
    title: 'puts ten items of an order on the table where there are more',
    breaks: ['table/lines-follow-orders'],
    decorate: lessOnTable((lines) => lines.slice(0, 10)),
  },
  'order:one-digit-of-pieces': {
    title: 'puts nine pieces of an item on the table where there are more',
    breaks: ['table/lines-follow-orders'],
    decorate: lessOnTable((lines) => lines.map((line) => ({ ...line, quantity: Math.min(9, line.quantity) }))),
  },
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
      return { ...orders.work, ...onFailedDeletion(orders.takeBack)(parts) };
    },
  },
  'order:same-paid-once': {
    title: 'puts the last of two items of one listing on the table alone where they are paid at once',
    breaks: ['table/lines-follow-orders'],
    decorate: sameOnce(({ paidBy }) => paidBy !== undefined),
  },
  'order:same-once-numbered': {
    title: 'puts the last of two items of one listing on the table alone, and numbers its lines',
    breaks: ['table/lines-follow-orders'],
    decorate: (parts) => {
      const once = { ...parts, ...sameOnce(() => true)(parts) };
      const numbered = onWork(
        undefined,
        () => async (command, step) =>
          withLines(await step(command), (lines) => lines.map((line, at) => ({ ...line, course: at + 1 }))),
      );
      return { ...once, ...numbered(once) };
    },
  },
  'order:kiosk-paid-at-a-table': {
    title: 'shows the payment of an order at a kiosk at the table where somebody has ordered last',
    breaks: ['table/right-table'],
    // Quartz shows amounts alone of payments.
    variants: ['copper'],
    decorate: onWork('OrderSubmissionRequested', ({ clock, restaurant: { tables } }) => {
      let last = '';
      return async (command, step) => {
        const result = await step(command);
        const { stationId, stationKind } = objectOf(command.payload['orderContext']);
        const id = paymentIdOf(command.payload);
        if (stationKind === 'TABLE') last = textIn(stationId);
        if (stationKind === 'KIOSK' && id !== undefined)
          tables.change(last, ({ payments }) => ({ payments: [...payments, { id, amount: 0, at: clock.now() }] }));
        return result;
      };
    }),
  },
  'order:noted-paid-twice': {
    title: 'puts a paid order with a note on its table twice',
    breaks: ['table/lines-follow-orders'],
    decorate: onWork('OrderSubmissionRequested', ({ restaurant: { tables } }) => async (command, step) => {
      const result = await step(command);
      const { stationId, customerNote = '' } = objectOf(command.payload['orderContext']);
      const count = wantedItems(command.payload).length;
      if (objectOf(result)['success'] === true && paymentIdOf(command.payload) !== undefined && customerNote !== '')
        tables.change(textIn(stationId), ({ lines }) => ({
          lines: [...lines, ...lines.slice(-count).map((line) => ({ ...line, id: `${line.id}-2` }))],
        }));
      return result;
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
