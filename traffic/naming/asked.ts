import type { Exchange } from '../exchange.ts';
import { readOnce } from '../retention/read-once.ts';

/**
 * What a call asked for in its address. Every law that follows a catalogue asks, and reading an address takes longer than
 * comparing what it says.
 */
export const askedOf = readOnce(({ request }: Exchange): URLSearchParams => {
  const [url = ''] = request.url.split('#', 1);
  const at = url.indexOf('?');
  // Taking an address apart as a URL costs ten times as much.
  return new URLSearchParams(at < 0 ? '' : url.slice(at));
});
