import type { Exchange } from '../exchange.ts';

/** Every law that follows a catalogue asks, and reading an address takes longer than comparing what it says. */
const readBefore = new WeakMap<Exchange, URLSearchParams>();

/** What a call asked for in its address. */
export const askedOf = (exchange: Exchange): URLSearchParams => {
  const known = readBefore.get(exchange);
  if (known !== undefined) return known;
  const asked = new URL(exchange.request.url, 'http://shop').searchParams;
  readBefore.set(exchange, asked);
  return asked;
};
