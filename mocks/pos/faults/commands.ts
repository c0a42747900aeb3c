import { objectOf, type JsonObject, type Json, objectsIn } from '../../json.ts';
import { onPayload, resultFaults, onListings, payloadFaults, onBills, onWork } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';
import type { Command } from '../queue/command.ts';
import { wantedItems } from '../requests.ts';

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

export const answeringFailed = (answer: object): TillDecorator =>
  onWork('BillPaymentFailed', () => async (command, step) => {
    await step(command);
    return { ...answer };
  });

export const sync = 'ProductListingsSyncRequested';

export const isFull = ({ payload }: { readonly payload: JsonObject }): boolean => payload['checkpoint'] === null;

export const request = 'TableOrderSnapshotRequested';

/** Asked for one table, resolves another of the same kind, so that nothing else is wrong with it. */
export const askingForNeighbour =
  (says: (asked: number) => boolean): TillDecorator =>
  (parts) => {
    let asked = 0;
    return onPayload(request, (payload) => {
      if (!says(++asked)) return payload;
      const { tables } = parts.restaurant.plan;
      const { tableId } = objectOf(payload);
      const index = tables.findIndex(({ id }) => id === tableId);
      const { state } = tables[index] ?? {};
      const other = tables.find((table, place) => place !== index && table.state === state);
      return { ...objectOf(payload), tableId: other?.id ?? tableId };
    })(parts);
  };

/** In what commands do, and what is answered. */
export const commandFaults = {
  ...resultFaults('OrderSubmissionRequested', {
    'order:partial-success': [
      'an order of which a part is accepted is a success',
      'submission/partial-is-failure',
      '',
      onPartial(({ rejectedItems: _, ...result }, payload) => ({ ...result, ...allAccepted(payload) })),
    ],
  }),
  'payment:unknown-taken': {
    title: 'applies the payment of a bill it does not know',
    breaks: ['payment/unknown-bill'],
    decorate: onBills(({ pay }, { restaurant }) => ({
      pay: (billId, paymentId) => {
        const outcome = pay(billId, paymentId);
        const unknown = 'refused' in outcome && outcome.refused === 'UNKNOWN_BILL';
        return unknown ? { receipt: restaurant.receipts.issue(0) } : outcome;
      },
    })),
  },
  'payment:failure-acknowledged': {
    title: 'answers BillPaymentFailed with a success',
    breaks: ['payment/failed-has-no-result'],
    decorate: answeringFailed({ success: true }),
  },
  ...payloadFaults('BillPreparationRequested', {
    'bill:stale-taken': ['takes no notice of the checkpoint', 'bill/stale-checkpoint', '/checkpoint'],
    'bill:always-all': ['a bill is always for the whole table', 'bill/subset', '/items'],
  }),
  ...resultFaults('ProductListingsSyncRequested', {
    'listings:text-checkpoint': [
      'gives the checkpoint of an incremental sync as a text',
      'listings/synced-body',
      '/checkpoint',
      (old, command) => (isFull(command) ? old : JSON.stringify(old)),
    ],
  }),
  'listings:all-for-none': {
    title: 'answers all listings when none has changed',
    breaks: ['listings/nothing-changed'],
    decorate: onListings(({ after }) => (position) => {
      const changed = after(position);
      return changed.length === 0 ? after() : changed;
    }),
  },
  'table:neighbour': {
    title: 'resolves a table to another one',
    breaks: ['table/right-table'],
    decorate: askingForNeighbour(() => true),
  },
  ...resultFaults('TableOrderSnapshotRequested', {
    'table:no-closed-at': ['closedAt is missing', 'table/closed-at', '/tableSessionContext/closedAt'],
  }),
} as const satisfies Readonly<Record<string, PosFault>>;
