import type { Given, SignatureTemplateSettings } from '#schemas';
const placeholders = [
  'apiKey',
  'method',
  'path',
  'query',
  'target',
  'host',
  'timestamp',
  'nonce',
  'body',
  'bodyHash',
  'status',
  'signature',
] as const;
export type Placeholder = (typeof placeholders)[number];

export type TemplatePiece =
  | { readonly literal: string }
  | { readonly name: Placeholder; readonly transform: (value: string) => string };

/** Splits a template text into what stands as it is and what is filled in. */
export const parseTemplate = (text: string): readonly TemplatePiece[] =>
  text.split(/(\{[^{}]*\})/).flatMap((piece): readonly TemplatePiece[] => {
    if (piece === '') return [];
    const inside = /^\{(.*)\}$/.exec(piece)?.[1];
    if (inside === undefined) return [{ literal: piece }];
    const [name = '', ...transforms] = inside.split('|');
    if (!isPlaceholder(name))
      throw new Error(`{${name}} is no placeholder of a signature template. Choose from: ${placeholders.join(', ')}.`);
    const steps = transforms.map(toTransform);
    const transform = (value: string): string => steps.reduce((result, step) => step(result), value);
    return [{ name, transform: steps.length === 0 ? (value) => value : transform }];
  });

type Values = Readonly<Record<Placeholder, string | undefined>>;

export const filled = (piece: TemplatePiece, values: Values): string =>
  'literal' in piece ? piece.literal : piece.transform(values[piece.name] ?? '');

export const fill = (pieces: readonly TemplatePiece[], values: Values): string =>
  pieces.map((piece) => filled(piece, values)).join('');

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name);

const toTransform = (text: string): ((value: string) => string) => {
  const [name, argument = ''] = text.split(/:(.*)/s);
  if (name === 'upper') return (value) => value.toUpperCase();
  if (name === 'lower') return (value) => value.toLowerCase();
  if (name === 'strip') return (value) => (value.startsWith(argument) ? value.slice(argument.length) : value);
  throw new Error(`"${text}" is no transform of a signature template. Choose from: upper, lower, strip:<prefix>.`);
};

/**
 * A signature scheme as data. Texts hold placeholders in braces, each with transforms behind bars:
 * `{path|strip:/shop|upper}`. Placeholders: apiKey, method, path, query, target (path with query), host, timestamp, nonce,
 * body, bodyHash, status, and in headers also signature.
 */
export type SignatureTemplate = Required<Omit<Given<SignatureTemplateSettings>, 'bodyHash'>> & {
  readonly bodyHash: Required<NonNullable<Given<SignatureTemplateSettings>['bodyHash']>>;
};

export type Encoding = 'hex' | 'base64' | 'base64url';

/** assume/signature-scheme: the specification shows no algorithm and no headers. */
export const defaultTemplate: SignatureTemplate = {
  headers: { 'X-Api-Key': '{apiKey}', 'X-Timestamp': '{timestamp}', 'X-Signature': '{signature}' },
  signedParts: ['{method}', '{target}', '{timestamp}', '{bodyHash}'],
  join: '\n',
  algorithm: 'sha256',
  encoding: 'hex',
  secretEncoding: 'utf8',
  timestamp: 's',
  bodyHash: { algorithm: 'sha256', encoding: 'hex', whenEmpty: 'hash' },
};
