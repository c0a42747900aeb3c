import type { Command } from '#mocks/pos/queue/command';
import { isObject, type Json, type JsonObject, objectOf } from '#mocks/json';
import type { Bills } from '#mocks/pos/restaurant/bills';
import type { TillParts } from '#mocks/pos/till';
import type { TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Orders } from '#mocks/pos/restaurant/orders';
import type { Restaurant } from '#mocks/pos/restaurant/restaurant';
import { messageIdIn, onBills, onMailbox } from '#mocks/pos/faults/decorators';

/** Never comes, until the till is stopped. */
export const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const leave = () => reject(new Error('stopped'));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });

/** The same, where it matters which table a bill was prepared for. */
export const onBillsOfTables = (
  change: (bills: Bills, parts: TillParts, tableOf: (billId: string) => string) => Partial<Omit<Bills, 'prepare'>>,
): TillDecorator =>
  onBills((bills, parts) => {
    const tables = new Map<string, string>();
    return {
      prepare: (tableId, lines) => {
        const bill = bills.prepare(tableId, lines);
        tables.set(bill.id, tableId);
        return bill;
      },
      ...change(bills, parts, (billId) => tables.get(billId) ?? ''),
    };
  });

/** The tables that a result shows. */
export const snapshotsIn = (result: Json | undefined): readonly JsonObject[] => {
  const { tableOrderSnapshot, currentSnapshot } = objectOf(result);
  return [tableOrderSnapshot, currentSnapshot].filter(isObject);
};

/** For a row about the whole result: none is sent where `left` says so. */
export const silentAbout =
  (left: (command: Command, result: JsonObject) => boolean) =>
  (result: Json | undefined, command: Command, object: JsonObject): Json | undefined =>
    left(command, object) ? undefined : result;

type Submit = Orders['submit'];

/** In place of how a till takes orders. */
export const onOrders =
  (change: (submit: Submit, restaurant: Restaurant) => Submit): TillDecorator =>
  ({ restaurant }) => ({
    restaurant: { ...restaurant, orders: { submit: change(restaurant.orders.submit, restaurant) } },
  });

/** Happens with each message that could not be deleted. */
export const onFailedDeletion = (happens: (messageId: string) => void): TillDecorator =>
  onMailbox((mailbox) => {
    const received = new Map<string, string>();
    return {
      receive: async (wish, signal) => {
        const deliveries = await mailbox.receive(wish, signal);
        for (const delivery of deliveries) received.set(delivery.receiptHandle, messageIdIn(delivery));
        return deliveries;
      },
      delete: async (receiptHandle) => {
        try {
          await mailbox.delete(receiptHandle);
        } catch (error) {
          happens(received.get(receiptHandle) ?? '');
          throw error;
        }
      },
    };
  });
