import type { Exchange } from '#schemas';
import { spoken } from '../wording/durations.ts';
import { printableLine } from '../wording/printable.ts';

/** `200 in 34 ms`, or what came instead of a response. */
export const outcomeOf = (exchange: Exchange): string => {
  const time = ` ${exchange.failure === undefined ? 'in' : 'after'} ${spoken(exchange.durationMs)}`;
  const status = exchange.response === undefined ? '' : String(exchange.response.status);
  const failure = exchange.failure === undefined ? '' : printableLine(exchange.failure.message);
  return ([status, failure].filter(Boolean).join(', ') || 'no response') + time;
};

/** `#14  GET https://shop.example/catalogue?limit=3 → 200 in 34 ms`. */
export const exchangeLine = (exchange: Exchange): string => {
  const { method, url } = exchange.request;
  const from = exchange.sender === 'target' ? `${printableLine(exchange.operation)} from the target: ` : '';
  return `#${exchange.n}  ${from}${printableLine(method)} ${printableLine(url)} → ${outcomeOf(exchange)}`;
};
