import type { Exchange } from '../../../exchange.ts';
import type { JsonObject } from '../../../json.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import { shortened } from '../../../retention/shortened.ts';
import {
  answeredBasket,
  discountsOf,
  type PricedBasket,
  pricedBasket,
  pushedBasket,
  grossOf,
} from '../../../ledgers/shop/answers.ts';
import { requestIn } from '../../../ledgers/shop/requested-basket.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';

/** A basket that was answered or pushed, and all in it that its value may depend on. */
export interface PricedContents extends PricedBasket {
  readonly key: string;
  /** What its lines come to. */
  readonly gross: number;
}

/** Undefined where something in it is short or cannot be read, or it was asked for somebody whom the answer does not name. */
export const pricedContents = (exchange: Exchange): PricedContents | undefined => {
  if (isPartlyKept(exchange.request.body)) return undefined;
  const sent = requestIn(exchange);
  const isPush = exchange.call.name === 'basketChange';
  const basket = isPush ? pushedBasket(exchange) : pricedBasket(exchange);
  const { price, loggedUser } = (isPush ? sent : answeredBasket(exchange)) ?? {};
  if (basket === undefined || basket.isShort) return undefined;
  // Whose basket it is may make it another price.
  if (sent['loggedUser'] !== undefined && sent['loggedUser'] !== loggedUser) return undefined;
  const { currency } = Object(price) as JsonObject;
  const discounts = discountsOf(price).map(({ code, value, error }) => [code, value, error]);
  const all = [inAnyOrder(basket.lines), inAnyOrder(discounts), currency, loggedUser];
  const gross = grossOf(basket.lines);
  return { ...basket, gross, key: shortened(JSON.stringify(all)) };
};
