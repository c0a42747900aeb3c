import type { JsonObject } from '../../../json.ts';
import { linesIn } from '../../../ledgers/shop/answers.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { shortened } from '../../../retention/shortened.ts';

/** A basket that the shop pushed, or that was retrieved. */
export interface Look {
  readonly isPush: boolean;
  /** Of a retrieval: the basketId that it was asked for by. */
  readonly id: string;
  readonly n: number;
  readonly at: number;
  readonly status: number | undefined;
  readonly lines: readonly JsonObject[];
  readonly linesText: string;
  /** All of it but its id; undefined where it holds nothing to tell it by. */
  readonly contents: string | undefined;
}

/** Undefined of every other step, and where there are no lines. */
export const lookIn = (step: ShopStep): Look | undefined => {
  if (step.kind !== 'retrieval' && step.kind !== 'basketChange') return undefined;
  const { kind, askedId: id, request, basket, exchange, n, at } = step;
  const isPush = kind === 'basketChange';
  if (id === undefined || (isPush && exchange.sender !== 'target')) return undefined;
  const { expiresAt, loggedUser, price } = isPush ? request : { ...basket };
  const lines = (isPush ? linesIn(request) : basket?.lines) ?? [];
  if (lines.length === 0) return undefined;
  const linesText = textOf(lines, ['id', 'quantity', 'unitPrice', 'linePrice']);
  const { currency, basketValue } = Object(price) as JsonObject;
  const contents = shortened(JSON.stringify([linesText, currency, basketValue, expiresAt, loggedUser]));
  return {
    isPush,
    id,
    n,
    at,
    status: exchange.response?.status,
    lines,
    linesText,
    contents: typeof expiresAt === 'string' ? contents : undefined,
  };
};

export const textOf = (lines: readonly JsonObject[], members: readonly string[]): string =>
  shortened(inAnyOrder(lines.map((line) => members.map((member) => line[member]))).join());
