import type { Exchange } from '#schemas';

const redacted = /«[^»]*»/g;
// Curl says these itself, from the address and the body it was given.
const curlsOwn: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * A command that sends the request of an exchange again. A redacted secret becomes a shell variable named after the
 * header that carried it, so that the command runs once the variable is set. None for what the target sent: that
 * request was the target's, and only the target can send it again.
 */
export const curl = (exchange: Exchange): string | undefined => {
  if (exchange.sender !== 'harness') return undefined;
  const { method, url, headers, body } = exchange.request;
  const sent = Object.entries(headers).filter(([name]) => !curlsOwn.has(name.toLowerCase()));
  const hasHeader = (wanted: string): boolean => sent.some(([name]) => name.toLowerCase() === wanted);
  const hasBody = body !== undefined && body !== '';
  const words = [
    'curl -i',
    ...(method === 'HEAD'
      ? ['--head']
      : method === (hasBody ? 'POST' : 'GET')
        ? []
        : [`-X ${quoted(method, 'METHOD')}`]),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(hasHeader('accept-encoding') ? ['--compressed'] : []),
    quoted(url, 'SECRET'),
    ...sent.filter(([name]) => name.toLowerCase() !== 'accept-encoding').map(([name, value]) => header(name, value)),
    // Without this curl would call the body a form.
    ...(hasBody && !hasHeader('content-type') ? ["-H 'Content-Type:'"] : []),
    ...(hasBody ? [`--data-raw ${quoted(body, 'SECRET')}`] : []),
  ];
  const note = exchange.request.truncated === true ? '\n# the body was recorded only up to here' : '';
  return words.join(' \\\n  ').replace('curl -i \\\n  ', 'curl -i ') + note;
};

const header = (name: string, value: string): string =>
  `-H ${value === '' ? quoted(`${name};`, 'SECRET') : quoted(`${name}: ${value}`, variable(name))}`;

const variable = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

/** Single quotes keep everything literal; only the variables stand outside them. */
const quoted = (text: string, secret: string): string => {
  const literal = (part: string): string => (part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`);
  const parts = text.split(redacted).map(literal);
  return parts.join(`"$${secret}"`) || "''";
};
