import { headerOf, type Headers } from './headers.ts';

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: string | undefined;
  readonly truncated?: boolean | undefined;
  /** `base64`: the body is no text, so that no command line can hold it. */
  readonly encoding?: string | undefined;
}

// Curl says these itself, from the address and the body it was given.
const curlsOwn = /^(connection|content-length|expect|host|keep-alive|transfer-encoding|accept-encoding)$/i;

// Of captured traffic: a browser says these of itself and its page, and none of them to the shop.
const browsersOwn = /^(sec-.+|priority)$/i;

// Sent again it would be found in the trace of the call that it repeats.
const ofOneCall = /^traceparent$/i;

/**
 * A command that sends a request again. A redacted secret becomes a shell variable named after the header that carried it, so
 * that the command runs once the variable is set.
 */
export const curl = ({ method, url, headers, body = '', truncated = false, encoding }: Sent): string => {
  const text = encoding === 'base64' ? '' : body;
  const sent = Object.entries(headers).filter(
    ([name]) => ![curlsOwn, browsersOwn, ofOneCall].some((own) => own.test(name)),
  );
  const words = [
    'curl -i',
    ...methodOf(method, text),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/[^\s,]/.test(headerOf(headers, 'accept-encoding')?.replace('identity', '') ?? '') ? ['--compressed'] : []),
    quoted(url, 'SECRET'),
    ...sent.map(([name, value]) => header(name, value)),
    // Without this curl would call the body a form.
    ...(text !== '' && headerOf(headers, 'content-type') === undefined ? ["-H 'Content-Type:'"] : []),
    ...(text === '' ? [] : [`--data-raw ${quoted(text, 'SECRET')}`]),
  ];
  const notes = [
    ...(truncated ? ['\n# the body was recorded only up to here'] : []),
    ...(sent.some(([name, value]) => /signature/i.test(name) && value.includes('«'))
      ? ['\n# its signature is over: conformance sign prints new headers for it']
      : []),
    ...(text === body ? [] : ['\n# the body is no text and was left out']),
  ];
  return words.join(' \\\n  ').replace('curl -i \\\n  ', 'curl -i ') + notes.join('');
};

const methodOf = (method: string, body: string): readonly string[] => {
  if (method === 'HEAD') return ['--head'];
  return method === (body === '' ? 'GET' : 'POST') ? [] : [`-X ${quoted(method, 'METHOD')}`];
};

const header = (name: string, value: string): string =>
  `-H ${value === '' ? quoted(`${name};`, 'SECRET') : quoted(`${name}: ${value}`, variable(name))}`;

const variable = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

/** Single quotes keep everything literal; only the variables stand outside them. */
const quoted = (text: string, secret: string): string => {
  const literal = (part: string): string => (part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`);
  return (
    text
      .split(/«[^»]*»/)
      .map(literal)
      .join(`"$${secret}"`) || "''"
  );
};
