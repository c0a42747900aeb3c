interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

// Curl says these itself, from the address and the body it was given.
const curlsOwn = /^(connection|content-length|expect|host|keep-alive|transfer-encoding|accept-encoding)$/i;

/** A command that sends a request again; a redacted secret becomes a shell variable named after what held it. */
export const curl = ({ method, url, headers, body }: Sent): string => {
  const sent = Object.entries(headers).filter(([name]) => !curlsOwn.test(name));
  const typed = sent.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    'curl -i',
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${quoted(method, 'METHOD')}`]),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    quoted(url, 'SECRET'),
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`, variable(name))}`),
    // Without this curl would call the body a form.
    ...(body === undefined || typed ? [] : ["-H 'Content-Type:'"]),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body, 'SECRET')}`]),
  ].join(' \\\n  ');
};

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
