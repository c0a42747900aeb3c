import type { Exchange } from '../../exchange.ts';
import type { JsonObject } from '../../json.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import { shortened } from '../../retention/shortened.ts';
import { linesIn } from '../../ledgers/shop/answers.ts';
import { requestedBasket, requestIn } from '../../ledgers/shop/requested-basket.ts';
import { inAnyOrder } from '../../ledgers/shop/in-any-order.ts';

/** A basket that was pushed. */
export interface Push {
  readonly basketId: string;
  readonly lines: string;
  /** All of it but its id. */
  readonly contents: string;
}

/** Undefined where it is no push, or holds nothing to tell it by. */
export const pushIn = (exchange: Exchange): Push | undefined => {
  const { call, sender, request } = exchange;
  if (call.name !== 'basketChange' || sender !== 'target' || isPartlyKept(request.body)) return undefined;
  const basketId = requestedBasket(exchange);
  const pushed = requestIn(exchange);
  const contents = contentsOf(pushed);
  return basketId === undefined || contents === undefined
    ? undefined
    : { basketId, contents, lines: linesOf(linesIn(pushed) ?? []) };
};

/** Undefined where it holds nothing to tell it by. */
export const contentsOf = ({ products, price, expiresAt, loggedUser }: JsonObject): string | undefined => {
  const lines = linesIn({ products }) ?? [];
  const { currency, basketValue } = Object(price) as JsonObject;
  return lines.length === 0 || typeof expiresAt !== 'string'
    ? undefined
    : shortened(JSON.stringify([linesOf(lines), currency, basketValue, expiresAt, loggedUser]));
};

export const linesOf = (lines: readonly JsonObject[]): string =>
  shortened(
    inAnyOrder(lines.map(({ id, quantity, unitPrice, linePrice }) => [id, quantity, unitPrice, linePrice])).join(),
  );
