import { type Json, type JsonObject, objectOf, objectsIn, isObject, textIn } from '#mocks/json';
import type { Command } from '#mocks/pos/queue/command';
import { wantedItems, paymentIdOf, stationOf } from '#mocks/pos/requests';
import { onWork, resultFaults } from '#mocks/pos/faults/decorators';
import { onOrders, silentAbout } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { allAccepted, onPartial } from '#mocks/pos/faults/commands';
import type { WantedItem } from '#mocks/pos/restaurant/orders';

export const partial = 'submission/partial-is-failure';

/** Puts on the table what it has rejected, where `when` says so. */
export const rejectedOnTable = (when: (rejected: number, wanted: number) => boolean): TillDecorator =>
  onOrders((submit, { tables, listings }) => (order) => {
    const ordered = submit(order);
    const wrong = ordered.rejected.flatMap(({ item }) => listings.find(item.listingId) ?? []);
    const table = tables.find(order.tableId ?? '');
    if (table?.status === 'OPEN' && when(wrong.length, order.items.length))
      tables.change(table.id, ({ lines }) => ({
        lines: [
          ...lines,
          ...wrong.map(({ id, name, price }, index) => ({
            id: `${lines.length + index}-rejected`,
            listingId: id,
            name,
            quantity: 1,
            unitPrice: price,
            state: 'ORDERED' as const,
          })),
        ],
      }));
    return ordered;
  });

const submission = 'OrderSubmissionRequested';
const body = 'submission/result-body';
const reasons = 'submission/rejection-reasons';
const reason = '/rejectedItems/*/reasonCode';

const succeeding =
  (to: (old: Json | undefined) => Json | undefined) =>
  (old: Json | undefined, _: Command, { success }: JsonObject): Json | undefined =>
    success === true ? to(old) : old;

/** Changes what is said of an item that is rejected beside another. */
const afterFirst =
  (change: (item: JsonObject, first: JsonObject) => readonly JsonObject[]) =>
  (old: Json | undefined, _: Command, result: JsonObject): Json | undefined => {
    const [first, ...later] = objectsIn(result['rejectedItems']);
    if (first === undefined || later.length === 0) return old;
    return { ...result, rejectedItems: [first, ...later.flatMap((item) => change(item, first))] };
  };

const madeUpSnapshot = {
  tableId: 'counter',
  status: 'OPEN',
  lines: [],
  totals: {},
  payments: [],
  updatedAt: '2026-01-01T00:00:00Z',
};

const madeUpReceipt = { receiptNumber: 'slip', issuedAt: '2026-01-01T00:00:00Z' };

/** Orders taken, or refused, as they must not be. */
export const submissionFaults = {
  'order:rejected-on-table': {
    title: 'rejects an item and puts it on the table all the same',
    breaks: ['submission/rejection-reasons'],
    decorate: rejectedOnTable((rejected) => rejected > 0),
  },
  ...resultFaults(submission, {
    'order:own-reason': [
      'rejects items with reasons of its own',
      body,
      reason,
      (old) => (old === 'OUT_OF_STOCK' ? 'SOLD_OUT' : old),
    ],
    'order:no-accepted-items': ['does not say what was accepted', body, '/acceptedItems', succeeding(() => undefined)],
    'order:none-listed': ['accepts and lists nothing as accepted', body, '/acceptedItems', succeeding(() => [])],
    'order:first-listed': [
      'lists only the first accepted item',
      body,
      '/acceptedItems',
      succeeding((old) => (Array.isArray(old) ? old.slice(0, 1) : old)),
    ],
    'order:three-listed': [
      'lists three accepted items, however many there are',
      body,
      '/acceptedItems',
      succeeding((old) => (Array.isArray(old) ? old.slice(0, 3) : old)),
    ],
    'order:many-silent': [
      'says nothing about an order of more than two items',
      [body, 'queue/delete-after-callback'],
      '',
      silentAbout(({ payload }) => wantedItems(payload).length > 2),
    ],
    'order:rejected-listed-as-accepted': [
      'lists what it rejected among what it accepted',
      partial,
      '',
      onPartial((result, payload) => ({
        ...result,
        acceptedItems: wantedItems(payload).map(({ listingId }) => ({ listingId })),
      })),
    ],
    'order:partial-success-with-rejections': [
      'says success, and lists what was rejected beside it',
      partial,
      '',
      onPartial((result, payload) => ({ ...result, ...allAccepted(payload) })),
    ],
    'order:shown-without-itself': [
      'answers an order at a table with many lines without the last of them',
      'submission/snapshot-and-receipt',
      '/tableOrderSnapshot/lines',
      succeeding((old) => (Array.isArray(old) && old.length > 4 ? old.slice(0, -1) : old)),
    ],
    'order:one-reason': ['whatever is wrong, the item is out of stock', reasons, reason, 'OUT_OF_STOCK'],
    'order:second-without-reason': [
      'gives a reason for the first item that is rejected, and none for the next',
      body,
      '',
      afterFirst(({ reasonCode: _, ...item }) => [item]),
    ],
    'order:second-like-first': [
      'gives every rejected item the reason of the first',
      reasons,
      '',
      afterFirst((item, first) => [{ ...item, reasonCode: first['reasonCode'] ?? null }]),
    ],
    'order:first-rejected': ['names only the first item that is rejected', partial, '', afterFirst(() => [])],
    'order:closed-is-delisted': [
      'rejects items for a closed table as delisted',
      reasons,
      reason,
      (old) => (old === 'ORDER_CLOSED' ? 'DELISTED' : old),
    ],
    'order:kiosk-silent': [
      'says nothing about the order of a kiosk',
      ['submission/contexts', 'queue/delete-after-callback'],
      '',
      silentAbout(({ payload }) => stationOf(payload).kind === 'KIOSK'),
    ],
    'order:postpaid-pickup-silent': [
      'says nothing about a pickup that is not paid yet',
      ['submission/contexts', 'queue/delete-after-callback'],
      '',
      silentAbout(({ payload }) => stationOf(payload).kind === 'PICKUP' && paymentIdOf(payload) === undefined),
    ],
    'order:pickup-snapshot': [
      'puts the snapshot of a table into the result of a pickup',
      'submission/snapshot-and-receipt',
      '/tableOrderSnapshot',
      (old, { payload }, { success }) =>
        success === true && stationOf(payload).kind === 'PICKUP' ? { ...madeUpSnapshot } : old,
    ],
    'order:neighbour-snapshot': [
      'puts the snapshot of another table into the result of an order at a table',
      'table/right-table',
      '/tableOrderSnapshot/tableId',
      (old) => (old === undefined ? old : `${textIn(old)}-next`),
    ],
    'order:delivery-snapshot': [
      'puts the snapshot of a table into the failure of a delivery or a pickup',
      'submission/snapshot-and-receipt',
      '/tableOrderSnapshot',
      (old, { payload }, { success }) =>
        success === false && !('stationId' in stationOf(payload)) ? { ...madeUpSnapshot } : old,
    ],
    'order:receipt-for-unpaid': [
      'prints a receipt for an order at a table that is not paid yet',
      'submission/snapshot-and-receipt',
      '/receipt',
      (old, { payload }, { success }) =>
        success === true && paymentIdOf(payload) === undefined && stationOf(payload).kind === 'TABLE'
          ? { ...madeUpReceipt }
          : old,
    ],
    'order:receipt-for-all': [
      'every accepted order comes with a receipt',
      'submission/snapshot-and-receipt',
      '/receipt',
      (old, _, { success }) => (success === true ? (old ?? { ...madeUpReceipt }) : old),
    ],
    'order:undated-receipt': [
      'the receipt of a prepaid order has no issuedAt',
      'submission/snapshot-and-receipt',
      '/receipt',
      (old) => (isObject(old) ? { receiptNumber: old['receiptNumber'] } : old),
    ],
  }),
  'order:stale-price-taken': {
    title: 'takes orders at a price of yesterday',
    breaks: ['submission/rejection-reasons'],
    decorate: onOrders(
      (submit) => (order) =>
        submit({ ...order, items: order.items.map(({ listingId, quantity }) => ({ listingId, quantity })) }),
    ),
  },
  'order:left-for-next': {
    title: 'keeps the good part of an order that it rejects, and enters it with the next one at a table',
    breaks: ['submission/rejection-reasons'],
    // Quartz enters it at once, and says so.
    variants: ['copper'],
    decorate: onOrders((submit, { tables }) => {
      let left: readonly WantedItem[] = [];
      return (order) => {
        if (tables.find(order.tableId ?? '')?.status !== 'OPEN') return submit(order);
        const ordered = submit({ ...order, items: [...left, ...order.items] });
        const bad = new Set(ordered.rejected.map(({ item }) => item));
        left = bad.size > 0 ? order.items.filter((item) => !bad.has(item)) : [];
        return ordered;
      };
    }),
  },
  'order:parts-on-table': {
    title: 'of an order of which a part is rejected everything comes onto the table',
    breaks: ['submission/rejection-reasons'],
    decorate: rejectedOnTable((rejected, wanted) => rejected > 0 && rejected < wanted),
  },
  'order:prepaid-unchecked': {
    title: 'takes every order that is paid, also of what there is none of',
    breaks: ['submission/rejection-reasons'],
    decorate: onOrders((submit, { listings }) => (order) => {
      const ordered = submit(order);
      if (order.paidBy === undefined || order.items.length > 1) return ordered;
      const taken = ordered.rejected.flatMap(({ item }) => {
        const listing = listings.find(item.listingId);
        return listing ? [{ item, listing }] : [];
      });
      return taken.length > 0 ? { accepted: taken, rejected: [] } : ordered;
    }),
  },
  'order:unpaid-pickup-unnoted': {
    title: 'says nothing about an unpaid order to pick up without a note',
    breaks: ['submission/contexts', 'queue/delete-after-callback'],
    decorate: onWork('OrderSubmissionRequested', () => async (command, step) => {
      const { payload } = command;
      const isUnnoted = objectOf(payload['orderContext'])['customerNote'] === undefined;
      const isSilent = stationOf(payload).kind === 'PICKUP' && paymentIdOf(payload) === undefined && isUnnoted;
      return isSilent ? undefined : step(command);
    }),
  },
} satisfies Readonly<Record<string, PosFault>>;
