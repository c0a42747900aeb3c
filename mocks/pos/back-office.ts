import { calls, type EventKind, pathTo } from '#schemas';
import type { ActivationWish, Integration } from './connection/integration.ts';
import { isObject, type JsonObject, textIn } from '../json.ts';
import type { Outbox } from './connection/outbox.ts';
import type { PlatformCall } from './connection/call.ts';
import { type Listing, listingChanges } from './restaurant/listings.ts';
import { changeTypes, type TableChange } from './restaurant/staff.ts';
import type { Restaurant } from './restaurant/restaurant.ts';

/** How a vendor words what it pushes. */
export interface EventBodies {
  readonly location: (open: boolean, wish: JsonObject) => JsonObject;
  readonly orderType: (orderType: string, state: string, wish: JsonObject) => JsonObject;
  readonly listing: (listing: Listing) => JsonObject;
  readonly table: (change: TableChange) => JsonObject;
}

interface BackOfficeDeps {
  readonly integration: Integration;
  readonly restaurant: Restaurant;
  readonly push: Outbox;
  readonly bodies: EventBodies;
}

/** What people do at the till. Each answers whether it could be done. */
export type BackOffice = ReturnType<typeof createBackOffice>;

export const createBackOffice = ({ integration, restaurant, push, bodies }: BackOfficeDeps) => {
  const call = async (request: PlatformCall): Promise<boolean> => {
    const client = await integration.client();
    if (client === undefined) return false;
    await client(request);
    return true;
  };
  const pushed = async (messageKind: EventKind, body: JsonObject): Promise<boolean> => {
    await push(messageKind, body);
    return true;
  };
  const tipPath = (id: unknown) => pathTo('getTipRecipient', { id: textIn(id) });

  return {
    activate: (wish: JsonObject) => integration.activate(wish as unknown as ActivationWish),
    restart: integration.restart,
    test: () => call({ kind: 'test-call', method: 'POST', path: calls.testCall.path }),
    setLocation: ({ open, ...wish }: JsonObject) =>
      pushed('PosLocationAvailabilityChanged', bodies.location(open === true || open === 'true', wish)),
    setOrderType: ({ orderType, state, ...wish }: JsonObject) =>
      pushed('PosOrderTypeAvailabilityChanged', bodies.orderType(textIn(orderType), textIn(state), wish)),
    changeListing: async ({ listingId, change }: JsonObject) => {
      const known = listingChanges.find((one) => one === change) ?? 'price';
      const changed = restaurant.listings.change(textIn(listingId), known);
      return changed !== undefined && pushed('ProductListingsUpdated', bodies.listing(changed));
    },
    changeTable: async ({ tableId, changeType }: JsonObject) => {
      const type = changeTypes.find((known) => known === changeType);
      const change = type && restaurant.staff.act(textIn(tableId), type);
      return change !== undefined && pushed('TableOrderSnapshotChanged', bodies.table(change));
    },
    putTipRecipient: ({ id, phoneNumber, displayName }: JsonObject) =>
      call({
        kind: 'tip',
        method: 'PUT',
        path: tipPath(id),
        body: { phoneNumber: textIn(phoneNumber), displayName: textIn(displayName) },
      }),
    listTipRecipients: () => call({ kind: 'tip', method: 'GET', path: calls.listTipRecipients.path }),
    getTipRecipient: ({ id }: JsonObject) => call({ kind: 'tip', method: 'GET', path: tipPath(id) }),
  };
};

/** The body of a back-office request; an empty object when it has none. */
export const readWish = async (request: Request): Promise<JsonObject> => {
  const body: unknown = await request.json().catch(() => undefined);
  return isObject(body) ? body : {};
};
