import { type Json, objectOf, textIn } from '#mocks/json';
import { onResult, onWork } from '#mocks/pos/faults/decorators';
import { onOrders } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { alter } from '#mocks/faults';
import { paymentIdOf, stationOf } from '#mocks/pos/requests';
import type { Ordered } from '#mocks/pos/restaurant/orders';
import type { Line } from '#mocks/pos/restaurant/tables';

/** Puts orders of `isStray` on the table where somebody has ordered last. */
export const straying = (isStray: (paidBy: string | undefined) => boolean): TillDecorator =>
  onOrders((submit, { tables }) => {
    let last: string | undefined;
    return (order) => {
      last = order.tableId ?? last;
      if (order.tableId !== undefined || last === undefined || !isStray(order.paidBy)) return submit(order);
      return submit(tables.find(last)?.status === 'OPEN' ? { ...order, tableId: last } : order);
    };
  });

const nowhere: Ordered = { accepted: [], rejected: [] };

/** Sells all of an order, and puts it on no table, where `when` says so of the table and of what came of the order there. */
const losing = (when: (tableId: string, ordered: Ordered) => boolean): TillDecorator =>
  onOrders((submit, { tables }) => (order) => {
    const { tableId = '' } = order;
    const before = tables.find(tableId);
    const ordered = submit(order);
    const isLost = before !== undefined && when(tableId, ordered);
    if (isLost) tables.change(tableId, () => before);
    return ordered;
  });

/** Takes every order at tables of which `isTaken` says so, though they are closed. */
const takingClosed = (isTaken: (tableId: string, paidBy: string | undefined) => boolean): TillDecorator =>
  onOrders((submit, { tables, listings }) => (order) => {
    const { tableId = '', paidBy, items } = order;
    if (tables.find(tableId)?.status !== 'CLOSED' || !isTaken(tableId, paidBy)) return submit(order);
    const accepted = items.flatMap((item) => {
      const listing = listings.find(item.listingId);
      return listing === undefined ? [] : [{ item, listing }];
    });
    return { ...nowhere, accepted };
  });

const takingClosedByHand =
  (isTaken: (paidBy: string | undefined) => boolean): TillDecorator =>
  (parts) => {
    const planned = new Map(parts.restaurant.plan.tables.map(({ id, state }) => [id, state]));
    return takingClosed((tableId, paidBy) => planned.get(tableId) === 'open' && isTaken(paidBy))(parts);
  };

/** Puts orders for elsewhere on a table of its own choice. */
const strayingTo = (choose: (tableIds: readonly string[]) => string | undefined): TillDecorator =>
  onOrders((submit, { plan, tables }) => {
    const chosen = choose(plan.tables.filter(({ state }) => state === 'open').map(({ id }) => id));
    return (order) => {
      const isStray = order.tableId === undefined && chosen !== undefined && tables.find(chosen)?.status === 'OPEN';
      return submit(isStray ? { ...order, tableId: chosen } : order);
    };
  });

const again = (line: Line): Line => ({ ...line, id: `${line.id}-2` });

/** Orders that do not come where they belong. */
export const orderPlaceFaults = {
  'order:elsewhere-at-table': {
    title: 'puts orders to pick up, to deliver and of kiosks on the table where somebody has ordered last',
    breaks: ['table/lines-follow-orders', 'table/right-table'],
    // The other till lists amounts of payments without their ids.
    variants: ['copper'],
    decorate: straying(() => true),
  },
  'order:elsewhere-at-third': {
    title: 'puts orders to pick up, to deliver and of kiosks on the third of its tables',
    breaks: ['table/lines-follow-orders'],
    decorate: strayingTo((tableIds) => tableIds[2]),
  },
  'order:unpaid-at-table': {
    title: 'puts orders that are to be paid on collection on the table where somebody has ordered last',
    breaks: ['table/lines-follow-orders'],
    decorate: straying((paidBy) => paidBy === undefined),
  },
  'order:lost-after-rejection': {
    title: 'accepts an order at a table where the one before was rejected, and loses it',
    breaks: ['table/lines-follow-orders'],
    decorate: (parts) => {
      const rejected = new Set<string>();
      return losing((tableId, { accepted }) => {
        if (accepted.length === 0) rejected.add(tableId);
        return accepted.length > 0 && rejected.delete(tableId);
      })(parts);
    },
  },
  'order:eight-lines': {
    title: 'shows no more than eight lines of a table',
    breaks: ['table/lines-follow-orders'],
    decorate: onResult('TableOrderSnapshotRequested', (result) =>
      alter(result, '/tableOrderSnapshot/lines', (lines) => (Array.isArray(lines) ? lines.slice(0, 8) : lines)),
    ),
  },
  'order:three-lost': {
    title: 'accepts an order of three pieces at a table, and puts none of them there',
    breaks: ['table/lines-follow-orders'],
    decorate: losing((_, { accepted }) => accepted.some(({ item }) => item.quantity > 2)),
  },
  'order:part-lost': {
    title: 'lists a part of an order as accepted, and puts nothing on the table',
    breaks: ['table/lines-follow-orders'],
    // The other till takes all of an order or nothing.
    variants: ['quartz'],
    decorate: losing((_, { rejected }) => rejected.length > 0),
  },
  'order:closed-takes-paid': {
    title: 'takes an order that is paid at a closed table',
    breaks: ['submission/rejection-reasons'],
    decorate: takingClosed((_, paidBy) => paidBy !== undefined),
  },
  'order:closed-by-hand-takes': {
    title: 'takes orders at a table that a waiter has closed',
    breaks: ['submission/rejection-reasons'],
    decorate: takingClosedByHand(() => true),
  },
  'order:closed-by-hand-takes-paid': {
    title: 'takes an order that is paid at a table that a waiter has closed',
    breaks: ['submission/rejection-reasons'],
    decorate: takingClosedByHand((paidBy) => paidBy !== undefined),
  },
  'order:paid-entered-twice': {
    title: 'puts an order of one piece that is paid at once on its table twice',
    breaks: ['table/lines-follow-orders'],
    decorate: onOrders((submit, { tables }) => (order) => {
      const ordered = submit(order);
      const { tableId = '', paidBy, items } = order;
      if (paidBy !== undefined && ordered.accepted.length === 1 && items[0]?.quantity === 1)
        tables.change(tableId, ({ lines }) => ({ lines: [...lines, ...lines.slice(-1).map(again)] }));
      return ordered;
    }),
  },
  'order:free-after-paid': {
    title: 'takes all orders of a table for paid once somebody has paid for one there at once',
    breaks: ['bill/unpaid-lines'],
    decorate: onOrders((submit, { tables }) => {
      const prepaid = new Set<string>();
      return (order) => {
        const { tableId = '', paidBy } = order;
        const before = new Set(tables.find(tableId)?.lines.map(({ id }) => id));
        const ordered = submit(order);
        if (ordered.accepted.length === 0 || tables.find(tableId) === undefined) return ordered;
        if (paidBy !== undefined) prepaid.add(tableId);
        else if (prepaid.has(tableId))
          tables.change(tableId, ({ lines }) => ({
            lines: lines.map((line) => (before.has(line.id) ? line : { ...line, paidBy: 'app' })),
          }));
        return ordered;
      };
    }),
  },
  'order:paid-settles-table': {
    title: 'takes all of a table for paid once somebody has paid for an order there at once',
    breaks: ['bill/unpaid-lines'],
    decorate: onOrders((submit, { tables }) => (order) => {
      const ordered = submit(order);
      const { tableId = '', paidBy } = order;
      if (paidBy !== undefined && ordered.accepted.length > 0)
        tables.change(tableId, ({ lines }) => ({ lines: lines.map((line) => ({ paidBy, ...line })) }));
      return ordered;
    }),
  },
  'order:result-of-old-time': {
    title: 'sends with an order the table as it is then, and the updatedAt that was shown before',
    breaks: ['table/updated-at-moves'],
    decorate: onWork(undefined, () => {
      const shown = new Map<string, Json>();
      return async (command, step) => {
        const { messageKind, payload } = command;
        const result = await step(command);
        const { updatedAt, tableId } = objectOf(objectOf(result)['tableOrderSnapshot']);
        const isLook = messageKind === 'TableOrderSnapshotRequested';
        if (isLook && updatedAt !== undefined) shown.set(textIn(payload['tableId']), updatedAt);
        const before = shown.get(textIn(tableId));
        if (messageKind !== 'OrderSubmissionRequested' || before === undefined) return result;
        return alter(result ?? null, '/tableOrderSnapshot/updatedAt', (old) => (old === undefined ? old : before));
      };
    }),
  },
  'order:paid-again': {
    title: 'books the payment of an order at a table once more when the order is delivered again',
    breaks: ['payment/applied-once'],
    decorate: ({ journal, restaurant: { tables } }) => {
      const paid = new Map<string, string>();
      return {
        journal: {
          ...journal,
          record: (command, result) => {
            const { messageId, payload } = command;
            const station = stationOf(payload);
            if (paymentIdOf(payload) !== undefined && 'stationId' in station) paid.set(messageId, station.stationId);
            return journal.record(command, result);
          },
          byMessage: (messageId) => {
            const entry = journal.byMessage(messageId);
            const tableId = paid.get(messageId);
            if (entry !== undefined && tableId !== undefined)
              tables.change(tableId, ({ payments }) => ({ payments: [...payments, ...payments.slice(-1)] }));
            return entry;
          },
        },
      };
    },
  },
} as const satisfies Readonly<Record<string, PosFault>>;
