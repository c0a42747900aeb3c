import type { Exchange } from '../exchange.ts';

/** Every law that follows a catalogue asks, and reading an address takes longer than comparing what it says. */
const readBefore = new WeakMap<Exchange, URLSearchParams>();

/** What a call asked for in its address. */
export const askedOf = (exchange: Exchange): URLSearchParams => {
  const known = readBefore.get(exchange);
  if (known !== undefined) return known;
  const [url = ''] = exchange.request.url.split('#', 1);
  const at = url.indexOf('?');
  // Taking an address apart as a URL costs ten times as much.
  const asked = new URLSearchParams(at < 0 ? '' : url.slice(at));
  readBefore.set(exchange, asked);
  return asked;
};
