import type { CheckOutcome } from '#schemas';

/** The confirmations of a run, whichever scenarios asked for them. */
export interface OrderLedger {
  /** What is wrong with one more of them: another order has its shopOrderId. */
  readonly note: (oaOrderId: string, body: unknown, exchange: number) => CheckOutcome | undefined;
}

export const createOrderLedger = (): OrderLedger => {
  const owners = new Map<string, { readonly oaOrderId: string; readonly exchange: number }>();
  return {
    note: (oaOrderId, body, exchange) => {
      const { shopOrderId } = Object(body) as { readonly shopOrderId?: unknown };
      if (typeof shopOrderId !== 'string') return undefined;
      const owner = owners.get(shopOrderId);
      if (owner === undefined) owners.set(shopOrderId, { oaOrderId, exchange });
      if (owner === undefined || owner.oaOrderId === oaOrderId) return undefined;
      return {
        status: 'failed',
        message: 'Two different orders were confirmed with one shopOrderId; give every oaOrderId an order of its own.',
        expected: 'a shopOrderId for each oaOrderId',
        actual: `shopOrderId "${shopOrderId}" for two of them`,
        pointer: '/shopOrderId',
        exchanges: [owner.exchange, exchange],
        cause: 'shared shopOrderId',
      };
    },
  };
};
