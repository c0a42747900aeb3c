import { type Json, type JsonObject, objectsIn } from '../../json.ts';
import type { Command } from '../queue/command.ts';
import { wantedItems } from '../requests.ts';
import { onOrders, resultFaults } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

export const partial = 'submission/partial-is-failure';

/** Changes an order of which a part is rejected. */
export const onPartial =
  (change: (result: JsonObject, payload: JsonObject) => Json) =>
  (old: Json | undefined, { payload }: Command, result: JsonObject): Json | undefined => {
    const rejected = objectsIn(result['rejectedItems']).length;
    return rejected > 0 && rejected < wantedItems(payload).length ? change(result, payload) : old;
  };

export const allAccepted = (payload: JsonObject): JsonObject => ({
  success: true,
  acceptedItems: wantedItems(payload).map(({ quantity }) => ({ quantity })),
});

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

export const orderFaults = {
  ...resultFaults('OrderSubmissionRequested', {
    'order:partial-success': [
      'an order of which a part is accepted is a success',
      'submission/partial-is-failure',
      '',
      onPartial(({ rejectedItems: _, ...result }, payload) => ({ ...result, ...allAccepted(payload) })),
    ],
  }),
  'order:rejected-on-table': {
    title: 'rejects an item and puts it on the table all the same',
    breaks: ['submission/rejection-reasons'],
    decorate: rejectedOnTable((rejected) => rejected > 0),
  },
  'order:elsewhere-at-table': {
    title: 'puts orders to pick up, to deliver and of kiosks on the table where somebody has ordered last',
    breaks: ['table/lines-follow-orders'],
    decorate: straying(() => true),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
