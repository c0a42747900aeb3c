import { createHmac, hash, randomBytes } from 'node:crypto';
import { fill, filled, type Placeholder, parseTemplate, type TemplatePiece } from './template.ts';
import { nearMissOf } from './near-misses.ts';
import {
  refuse,
  type SignableMessage,
  type SignatureScheme,
  type Verification,
  type VerifySettings,
} from './scheme.ts';
import { createSigningKeys, equalInConstantTime } from './signing-keys.ts';
import type { SignatureTemplate } from './template.ts';

type Values = Record<Placeholder, string | undefined>;

// What only the headers can tell; all else is computed from the message and must agree with it.
const carried = ['apiKey', 'timestamp', 'nonce', 'signature'] as const satisfies readonly Placeholder[];

/** It verifies at once. */
interface TemplateScheme extends SignatureScheme {
  readonly verify: (message: SignableMessage, settings: VerifySettings) => Verification;
}

export const createTemplateScheme = (template: SignatureTemplate): TemplateScheme => {
  const headers = Object.entries(template.headers).map(([name, text]) => {
    const pieces = parseTemplate(text);
    return { name, field: name.toLowerCase(), pieces, extract: extractorOf(pieces) };
  });
  const parts = template.signedParts.map((text) => {
    const pieces = parseTemplate(text);
    return { pieces, holdsHash: holds(pieces, 'bodyHash') };
  });
  const namesHash = headers.some(({ pieces }) => holds(pieces, 'bodyHash'));
  const holdsBody = parts.some(({ pieces }) => holds(pieces, 'body'));
  const keys = createSigningKeys();

  const { algorithm, encoding, whenEmpty } = template.bodyHash;
  const isOmitted = (body: Uint8Array): boolean => body.byteLength === 0 && whenEmpty === 'omit';
  const hashOf = (body: Uint8Array): string => (isOmitted(body) ? '' : hash(algorithm, body, encoding));

  const valuesOf = (message: SignableMessage): Values => {
    const { pathname, search, host } = toAddress(message.url);
    return {
      method: message.method,
      path: pathname,
      query: search.slice(1),
      target: `${pathname}${search}`,
      host,
      body: holdsBody ? Buffer.from(message.body).toString('latin1') : undefined,
      status: message.status === undefined ? undefined : String(message.status),
      apiKey: undefined,
      timestamp: undefined,
      nonce: undefined,
      bodyHash: namesHash ? hashOf(message.body) : undefined,
      signature: undefined,
    };
  };

  const signatureOf = (values: Values, body: Uint8Array, secret: string): string => {
    values.bodyHash ??= hashOf(body);
    const omitHash = isOmitted(body);
    const hmac = createHmac(
      template.algorithm,
      keys(secret, () => Buffer.from(secret, template.secretEncoding)),
    );
    // Fed at once: each part by itself costs a call into the library.
    let text = '';
    let first = true;
    for (const { pieces, holdsHash } of parts) {
      if (omitHash && holdsHash) continue;
      if (!first) text += template.join;
      first = false;
      for (const piece of pieces) {
        if (!isBody(piece)) text += filled(piece, values);
        else {
          // The body goes in byte for byte, everything else as UTF-8.
          hmac.update(text, 'utf8').update(filled(piece, values), 'latin1');
          text = '';
        }
      }
    }
    return hmac.update(text, 'utf8').digest(template.encoding);
  };

  return {
    verify(message, { secretOf, now, skewMs }) {
      const { fields } = message;
      const sent = headers.map(({ name, field }) => (fields === undefined ? message.headers.get(name) : fields[field]));
      if (sent.some((value) => typeof value !== 'string')) {
        const absent = headers.filter((_, index) => typeof sent[index] !== 'string').map(({ name }) => name);
        return refuse('missing', `The ${absent.join(', ')} header is missing.`);
      }
      const values = valuesOf(message);
      for (const [index, { name, extract }] of headers.entries())
        if (!extract(values, sent[index] ?? ''))
          return refuse('malformed', `The ${name} header is not of the form ${template.headers[name]}.`);
      const { apiKey = '', timestamp, signature = '' } = values;
      const secret = secretOf(apiKey);
      if (secret === undefined) return refuse('unknown-key', 'No credentials were issued with this API key.', apiKey);
      const expected = signatureOf(values, message.body, secret);
      if (!equalInConstantTime(expected, normal(signature, template.encoding)))
        return refuse('mismatch', 'The signature does not fit this request and the issued secret.', apiKey);
      const age = timestamp === undefined ? 0 : now - toMs(timestamp, template.timestamp);
      if (!(Math.abs(age) <= skewMs))
        return refuse(
          'stale',
          `The timestamp is ${Math.round(age / 1000)} s away; ${skewMs / 1000} s are allowed.`,
          apiKey,
        );
      return { ok: true, apiKey };
    },
    nearMiss: (message, settings) =>
      nearMissOf(template, (other, changed) => createTemplateScheme(other).verify(changed, settings), message),
    async sign(message, { apiKey, secret }, now) {
      const timestamp = fromMs(now, template.timestamp);
      const values = { ...valuesOf(message), apiKey, timestamp, nonce: randomBytes(16).toString('hex') };
      values.signature = signatureOf(values, message.body, secret);
      return Object.fromEntries(headers.map(({ name, pieces }) => [name, fill(pieces, values)]));
    },
  };
};

/**
 * Reads the carried values out of a header whose other pieces are known; false when it is not of that form. Making a
 * pattern costs as much as the rest of a verification, so one that no message changes is made once, and a header that is
 * all one value needs none.
 */
const extractorOf = (pieces: readonly TemplatePiece[]): ((values: Values, value: string) => boolean) => {
  const names = pieces.flatMap((piece) => ('name' in piece && isCarried(piece.name) ? [piece.name] : []));
  const patternOf = (computed: Partial<Values>): RegExp => {
    const pattern = pieces.map((piece) => {
      if ('literal' in piece) return escape(piece.literal);
      return isCarried(piece.name) ? '(.+?)' : escape(piece.transform(computed[piece.name] ?? ''));
    });
    return new RegExp(`^${pattern.join('')}$`, 's');
  };
  const isSteady = pieces.every((piece) => 'literal' in piece || isCarried(piece.name));
  const steady = isSteady ? patternOf({}) : undefined;
  const [only] = pieces.length === 1 ? names : [];
  return (values, value) => {
    if (only !== undefined && value !== '') {
      values[only] = value;
      return true;
    }
    const match = (steady ?? patternOf(values)).exec(value);
    for (const [index, name] of names.entries()) values[name] = match?.[index + 1];
    return match !== null;
  };
};

const isBody = (piece: TemplatePiece): boolean => 'name' in piece && piece.name === 'body';
const holds = (pieces: readonly TemplatePiece[], wanted: Placeholder): boolean =>
  pieces.some((piece) => 'name' in piece && piece.name === wanted);
const isCarried = (name: Placeholder): boolean => carried.some((one) => one === name);

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const normal = (signature: string, encoding: SignatureTemplate['encoding']): string =>
  encoding === 'hex' ? signature.toLowerCase() : signature;

const fromMs = (at: number, unit: SignatureTemplate['timestamp']): string => {
  if (unit === 'iso') return new Date(at).toISOString();
  return String(unit === 's' ? Math.floor(at / 1000) : at);
};

const toMs = (text: string, unit: SignatureTemplate['timestamp']): number => {
  if (unit === 'iso') return Date.parse(text);
  if (!/^\d{1,16}$/.test(text)) return Number.NaN;
  return unit === 's' ? Number(text) * 1000 : Number(text);
};

/** The parts of an absolute address that a signature can cover. */
interface Address {
  readonly host: string;
  readonly pathname: string;
  /** With its question mark; empty where there is none. */
  readonly search: string;
}

/** In its normal form already, so that to take it apart as a URL, which costs five times as much, would change nothing. */
const plain =
  /^http:\/\/([a-z\d._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?)(\/[\w!$&'()*+,\-./:;=@~]*)(\?[\w!$&()*+,\-./:;=?@~]*)?$/;
const dotSegment = /\/\.\.?(?:\/|$)/;

export const toAddress = (url: string): Address => {
  const [, host, pathname, search] = plain.exec(url) ?? [];
  if (host === undefined || pathname === undefined || dotSegment.test(pathname)) return new URL(url);
  // A question mark with nothing behind it is no query.
  return { host, pathname, search: search === undefined || search === '?' ? '' : search };
};
