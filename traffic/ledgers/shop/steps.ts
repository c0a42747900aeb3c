import type { Exchange } from '../../exchange.ts';
import { readAnswer } from '../../judging/answer.ts';
import type { BasketCall, Calls } from './calls.ts';
import type { Codes } from './codes.ts';
import type { Orders, Placement } from './orders.ts';

/** A page of the catalogue that was answered. */
export interface CataloguePage {
  readonly kind: 'catalogue';
  readonly n: number;
  readonly body: unknown;
}

/** What one call showed of a shop. */
export type ShopStep = BasketCall | Placement | CataloguePage;

interface Ledgers {
  readonly calls: Calls;
  readonly codes: Codes;
  readonly orders: Orders;
}

/** Reads each exchange once and shows it to the ledgers, so that they know of it before it is judged. */
export const createSteps = ({ calls, codes, orders }: Ledgers): ((exchange: Exchange) => ShopStep | undefined) => {
  let seen: Exchange | undefined;
  let step: ShopStep | undefined;
  const read = (exchange: Exchange): ShopStep | undefined => {
    if (exchange.call.name === 'catalogue') {
      const answer = readAnswer(exchange);
      return answer.kind === 'answered' ? { kind: 'catalogue', n: exchange.n, body: answer.body } : undefined;
    }
    const call = calls.see(exchange);
    if (call !== undefined) {
      orders.note(exchange, call);
      codes.note(call);
      return call;
    }
    if (exchange.call.name === 'order') codes.ordered(exchange);
    return orders.see(exchange);
  };
  return (exchange) => {
    if (exchange !== seen) [seen, step] = [exchange, read(exchange)];
    return step;
  };
};
