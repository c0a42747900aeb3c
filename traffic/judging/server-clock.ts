import type { Exchange } from '../exchange.ts';

interface Dated {
  readonly response?: { readonly headers: Exchange['request']['headers'] } | undefined;
}

/** The moment of its Date header (RFC 9110, 6.6.1), in epoch milliseconds and whole seconds; undefined where there is none. */
export const dateOf = ({ response }: Dated): number | undefined => {
  const date = Date.parse(response?.headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : date;
};

/** A Date header may be a second old, and a cached one older. */
const kept = 10_000;

/** What to look at where an answer names a moment that is over: its clock where that is wrong, else the time zone. */
export const clockToCheck = (exchange: Dated & Pick<Exchange, 'at' | 'answeredAt'>): string => {
  const date = dateOf(exchange);
  if (date === undefined || (date > exchange.at - kept && date < exchange.answeredAt + kept))
    return 'check the time zone';
  const seconds = Math.round(Math.abs(date - exchange.answeredAt) / 1000);
  return `set the clock of the server, which is ${seconds} s ${date < exchange.at ? 'behind' : 'ahead'} by its Date header`;
};
