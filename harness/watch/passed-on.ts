import type { IncomingMessage } from 'node:http';

/** An offer to go on in HTTP/2 without TLS, which only whoever speaks it can take. */
export const isToHttp2 = ({ headers: { upgrade } }: IncomingMessage): boolean =>
  upgrade?.trim().toLowerCase() === 'h2c';

/** The headers of a call, each as it was sent, in its order and spelling. */
export const passedOn = (incoming: IncomingMessage, host: string | undefined): string[] => {
  const { method = '', headers, rawHeaders } = incoming;
  const isOffer = isToHttp2(incoming);
  const kept = rawHeaders.flatMap((name, place) => {
    if (place % 2 === 1) return [];
    const key = name.toLowerCase();
    const value = rawHeaders[place + 1] ?? '';
    if (key === 'host' && host !== undefined) return [name, host];
    if (!isOffer) return [name, value];
    if (ofTheOffer.has(key)) return [];
    const rest = key === 'connection' ? withoutOffer(value) : value;
    return rest === '' ? [] : [name, rest];
  });
  const isBodiless = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
  // Otherwise an empty body would be sent in pieces.
  return isBodiless && !mayHaveNoLength.has(method) ? [...kept, 'Content-Length', '0'] : kept;
};

const ofTheOffer: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

const withoutOffer = (connection: string): string =>
  connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => !ofTheOffer.has(option.toLowerCase()))
    .join(', ');

const mayHaveNoLength: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);
