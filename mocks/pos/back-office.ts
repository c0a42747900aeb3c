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

/** What people do at the till. Each answers whether it could be done. */
export interface BackOffice {
  readonly activate: (wish: JsonObject) => Promise<boolean>;
  readonly restart: () => Promise<boolean>;
  readonly test: () => Promise<boolean>;
  readonly setLocation: (wish: JsonObject) => Promise<boolean>;
  readonly setOrderType: (wish: JsonObject) => Promise<boolean>;
  readonly changeListing: (wish: JsonObject) => Promise<boolean>;
  readonly changeTable: (wish: JsonObject) => Promise<boolean>;
  readonly putTipRecipient: (wish: JsonObject) => Promise<boolean>;
  readonly listTipRecipients: () => Promise<boolean>;
  readonly getTipRecipient: (wish: JsonObject) => Promise<boolean>;
}

interface BackOfficeDeps {
  readonly integration: Integration;
  readonly restaurant: Restaurant;
  readonly push: Outbox;
  readonly bodies: EventBodies;
}

export const createBackOffice = ({ integration, restaurant, push, bodies }: BackOfficeDeps): BackOffice => {
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
    activate: (wish) => integration.activate(wish as unknown as ActivationWish),
    restart: integration.restart,
    test: () => call({ kind: 'test-call', method: 'POST', path: calls.testCall.path }),
    setLocation: ({ open, ...wish }) =>
      pushed('PosLocationAvailabilityChanged', bodies.location(open === true || open === 'true', wish)),
    setOrderType: ({ orderType, state, ...wish }) =>
      pushed('PosOrderTypeAvailabilityChanged', bodies.orderType(textIn(orderType), textIn(state), wish)),
    changeListing: async ({ listingId, change }) => {
      const known = listingChanges.find((one) => one === change) ?? 'price';
      const changed = restaurant.listings.change(textIn(listingId), known);
      return changed !== undefined && pushed('ProductListingsUpdated', bodies.listing(changed));
    },
    changeTable: async ({ tableId, changeType }) => {
      const type = changeTypes.find((known) => known === changeType);
      const change = type && restaurant.staff.act(textIn(tableId), type);
      return change !== undefined && pushed('TableOrderSnapshotChanged', bodies.table(change));
    },
    putTipRecipient: ({ id, phoneNumber, displayName }) =>
      call({
        kind: 'tip',
        method: 'PUT',
        path: tipPath(id),
        body: { phoneNumber: textIn(phoneNumber), displayName: textIn(displayName) },
      }),
    listTipRecipients: () => call({ kind: 'tip', method: 'GET', path: calls.listTipRecipients.path }),
    getTipRecipient: ({ id }) => call({ kind: 'tip', method: 'GET', path: tipPath(id) }),
  };
};

/** The body of a back-office request; an empty object when it has none. */
export const readWish = async (request: Request): Promise<JsonObject> => {
  const body: unknown = await request.json().catch(() => undefined);
  return isObject(body) ? body : {};
};
