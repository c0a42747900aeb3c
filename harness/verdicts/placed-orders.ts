import type { Exchange, RunResult } from '#schemas';
import { jsonOf } from '#traffic';

type Placed = NonNullable<RunResult['placed']>[number];

/** The orders that a run has placed at a shop, for whoever cleans up after it. */
export type PlacedOrders = ReturnType<typeof createPlacedOrders>;

/** An order without an answer may have been placed; it has no shopOrderId. One that the shop counts twice is there twice. */
export const createPlacedOrders = () => {
  const heard = new Map<string, Set<string>>();
  return {
    see({ operation, sender, request, response }: Exchange) {
      if (operation !== 'order' || sender !== 'harness') return;
      const { oaOrderId } = membersOf(request.body);
      if (typeof oaOrderId !== 'string' || (response && response.status >= 400 && response.status < 500)) return;
      const ids = heard.get(oaOrderId) ?? new Set();
      heard.set(oaOrderId, ids);
      const { shopOrderId } = membersOf(response?.body);
      if (response && response.status < 300 && (typeof shopOrderId === 'string' || typeof shopOrderId === 'number'))
        ids.add(`${shopOrderId}`);
    },
    all: () =>
      [...heard].flatMap(([oaOrderId, ids]): readonly Placed[] =>
        ids.size === 0 ? [{ oaOrderId }] : [...ids].map((shopOrderId) => ({ shopOrderId, oaOrderId })),
      ),
  };
};

const membersOf = (body = ''): Readonly<Record<string, unknown>> => Object(jsonOf(body));
