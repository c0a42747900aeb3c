import type { JsonObject } from '../json.ts';

/** The table a command is about, as its envelope was delivered: that of a snapshot, or of an order or a bill at a table. */
export const tableOf = (envelope: unknown): { readonly tableId?: string } => {
  const { tableId, orderContext } = Object(Object(envelope).payload) as JsonObject;
  const { stationKind, stationId } = Object(orderContext) as JsonObject;
  const named = tableId ?? (stationKind === 'TABLE' ? stationId : undefined);
  return typeof named === 'string' ? { tableId: named } : {};
};
