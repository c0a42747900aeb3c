import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { fill, type Placeholder, parseTemplate, type TemplatePiece } from './placeholder.ts';
import { refuse, type SignableMessage, type SignatureScheme } from './scheme.ts';
import type { SignatureTemplate } from './template.ts';

type Values = Readonly<Partial<Record<Placeholder, string>>>;

// What only the headers can tell; all else is computed from the message and must agree with it.
const carried = ['apiKey', 'timestamp', 'nonce', 'signature'] as const satisfies readonly Placeholder[];

export const createTemplateScheme = (template: SignatureTemplate): SignatureScheme => {
  const headers = Object.entries(template.headers).map(([name, text]) => ({ name, pieces: parseTemplate(text) }));
  const parts = template.signedParts.map(parseTemplate);

  const valuesOf = (message: SignableMessage): Values => {
    const { pathname, search, host } = new URL(message.url);
    return {
      method: message.method,
      path: pathname,
      query: search.slice(1),
      target: `${pathname}${search}`,
      host,
      body: Buffer.from(message.body).toString('latin1'),
      ...(message.status !== undefined && { status: String(message.status) }),
    };
  };

  const signatureOf = (values: Values, body: Uint8Array, secret: string): string => {
    const { algorithm, encoding, whenEmpty } = template.bodyHash;
    const omitHash = body.byteLength === 0 && whenEmpty === 'omit';
    const bodyHash = omitHash ? '' : createHash(algorithm).update(body).digest(encoding);
    const signed = parts
      .filter((pieces) => !(omitHash && pieces.some((piece) => 'name' in piece && piece.name === 'bodyHash')))
      .map((pieces) => toBytes(pieces, { ...values, bodyHash }))
      .flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(template.join), part]));
    // From a buffer as it is Node makes a key several times as slowly.
    const key = createSecretKey(Buffer.from(secret, template.secretEncoding));
    return createHmac(template.algorithm, key).update(Buffer.concat(signed)).digest(template.encoding);
  };

  return {
    async verify(message, { secretOf, now, skewMs }) {
      const computed = valuesOf(message);
      const absent = headers.filter(({ name }) => !message.headers.has(name));
      if (absent.length > 0)
        return refuse('missing', `The ${absent.map(({ name }) => name).join(', ')} header is missing.`);
      let found: Values = {};
      for (const { name, pieces } of headers) {
        const read = extract(pieces, computed, message.headers.get(name) ?? '');
        if (read === undefined)
          return refuse('malformed', `The ${name} header is not of the form ${template.headers[name]}.`);
        found = { ...found, ...read };
      }
      const { apiKey = '', timestamp, signature = '' } = found;
      const secret = secretOf(apiKey);
      if (secret === undefined) return refuse('unknown-key', 'No credentials were issued with this API key.');
      const expected = signatureOf({ ...computed, ...found }, message.body, secret);
      if (!equalInConstantTime(expected, normal(signature, template.encoding)))
        return refuse('mismatch', 'The signature is not that of this request with the issued secret.', apiKey);
      const age = timestamp === undefined ? 0 : now - toMs(timestamp, template.timestamp);
      if (!(Math.abs(age) <= skewMs))
        return refuse(
          'stale',
          `The timestamp is ${Math.round(age / 1000)} s away; ${skewMs / 1000} s are allowed.`,
          apiKey,
        );
      return { ok: true, apiKey };
    },
    async sign(message, { apiKey, secret }, now) {
      const timestamp = fromMs(now, template.timestamp);
      const values = { ...valuesOf(message), apiKey, timestamp, nonce: randomBytes(16).toString('hex') };
      const signature = signatureOf(values, message.body, secret);
      return Object.fromEntries(headers.map(({ name, pieces }) => [name, fill(pieces, { ...values, signature })]));
    },
  };
};

/** Reads the carried values out of a header whose other pieces are known; undefined when it is not of that form. */
const extract = (pieces: readonly TemplatePiece[], computed: Values, value: string): Values | undefined => {
  const names: Placeholder[] = [];
  const pattern = pieces.map((piece) => {
    if ('literal' in piece) return escape(piece.literal);
    if (!carried.some((name) => name === piece.name)) return escape(piece.transform(computed[piece.name] ?? ''));
    names.push(piece.name);
    return '(.+?)';
  });
  const match = new RegExp(`^${pattern.join('')}$`, 's').exec(value);
  return match === null ? undefined : Object.fromEntries(names.map((name, index) => [name, match[index + 1]]));
};

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

// The body goes in byte for byte, everything else as UTF-8.
const toBytes = (pieces: readonly TemplatePiece[], values: Values): Buffer =>
  Buffer.concat(
    pieces.map((piece) =>
      Buffer.from(fill([piece], values), 'name' in piece && piece.name === 'body' ? 'latin1' : 'utf8'),
    ),
  );

const normal = (signature: string, encoding: SignatureTemplate['encoding']): string =>
  encoding === 'hex' ? signature.toLowerCase() : signature;

// Digests of both, so that the lengths are equal whatever was sent.
const equalInConstantTime = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));
const digest = (text: string) => createHash('sha256').update(text).digest();

const fromMs = (at: number, unit: SignatureTemplate['timestamp']): string => {
  if (unit === 'iso') return new Date(at).toISOString();
  return String(unit === 's' ? Math.floor(at / 1000) : at);
};

const toMs = (text: string, unit: SignatureTemplate['timestamp']): number => {
  if (unit === 'iso') return Date.parse(text);
  if (!/^\d{1,16}$/.test(text)) return Number.NaN;
  return unit === 's' ? Number(text) * 1000 : Number(text);
};
