import { type AnswerRead, isPartlyKept, readAnswer } from '../../judging/answer.ts';
import type { Exchange } from '../../exchange.ts';

/** An order that was sent and what came of it, as far as both can be read. */
export interface SentOrder {
  readonly oaOrderId: string;
  readonly basketId: string | undefined;
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  readonly read: AnswerRead;
  /** Of a confirmation; undefined where it carries none that can be read. */
  readonly shopOrderId: string | undefined;
  readonly echo: string | undefined;
  /** We stopped listening, or whoever did kept only a part: nobody knows the whole answer. */
  readonly unheard: boolean;
}

/** Undefined for every other exchange, and for one that says nothing of the shop: rate limits are not specified. */
export const sentOrder = (exchange: Exchange): SentOrder | undefined => {
  const { call, request, response, failure } = exchange;
  if (call.name !== 'order' || failure?.blame === 'proxy' || response?.status === 429) return undefined;
  const order = memberOf(request.body.json.ok ? request.body.json.value : undefined);
  const oaOrderId = order['oaOrderId'];
  if (typeof oaOrderId !== 'string') return undefined;
  const read = readAnswer(exchange);
  const isUnkept = read.kind === 'unreadable' && response !== undefined && isPartlyKept(response.body);
  const unheard = failure?.blame === 'ours' || exchange.facts.injected !== undefined || isUnkept;
  const confirmation = memberOf(read.kind === 'answered' ? read.body : undefined);
  return {
    oaOrderId,
    basketId: textOf(memberOf(order['basket'])['id']),
    lines: linesOf(memberOf(order['basket'])['products']),
    read,
    shopOrderId: textOf(confirmation['shopOrderId']),
    echo: textOf(confirmation['oaOrderId']),
    unheard,
  };
};

const linesOf = (products: unknown): SentOrder['lines'] =>
  (Array.isArray(products) ? products : []).flatMap((product) => {
    const { id, quantity } = memberOf(product);
    return typeof id === 'string' && typeof quantity === 'number' ? [{ id, quantity }] : [];
  });

const memberOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value) as Record<string, unknown>;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
