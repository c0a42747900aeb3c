import fc from 'fast-check';

/** Texts that something somewhere takes for more than a text. */
const odd = fc.constantFrom(
  '..',
  '../../victim',
  '..%2f..%2fvictim',
  '/etc/passwd',
  '%00',
  '%',
  '%ff',
  '__proto__',
  'constructor',
  'a'.repeat(5000),
  '%1b%5b2J%1b]0;owned%07',
  '\u001b[31m\u0007\u0085\u202egpj.exe',
  '%E2%80%AEx',
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  "';DROP TABLE entity;--",
  '𝕏🛒',
);
export const text = fc.oneof(odd, fc.string({ maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 30 }));
export const id = fc
  .oneof(text, fc.constantFrom('bar', 'Test', 's', '1'))
  .map((each) => (/^[\x21-\x7e]*$/.test(each) ? each : encodeURIComponent(each.toWellFormed())));
export const value = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  text,
  fc.integer(),
  fc.constantFrom(1e308, -0, 2 ** 53, true, null),
);

/** Objects with the members that are looked for, holding anything. */
export const shaped = (names: readonly string[]) =>
  fc.dictionary(
    fc.oneof(fc.constantFrom(...names), text),
    fc.oneof(value, fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 })),
    { maxKeys: 8 },
  );
export const bytes = (names: readonly string[]) =>
  fc.oneof(
    shaped(names).map((each) => JSON.stringify(each)),
    fc.json(),
    text,
    fc.constantFrom(
      'null',
      '[]',
      '{"__proto__":{"x":1}}',
      '{"a":',
      '\uFEFF{}',
      '['.repeat(50_000),
      '{"a":'.repeat(20_000),
      'Action=ReceiveMessage&QueueUrl=%',
    ),
  );

export const apiNames =
  'id expiresAt price products deliveryOptions merchantTaxId pinCode softwareName softwareVersion healthy open effectiveAt changes success reasons phoneNumber displayName nonce QueueUrl ReceiptHandle Entries MaxNumberOfMessages'.split(
    ' ',
  );
const header = fc.oneof(
  fc.string({ maxLength: 40 }).map((each) => each.replaceAll(/[^\x20-\x7e]/g, '.')),
  fc.constantFrom(
    'AmazonSQS.ReceiveMessage',
    'AmazonSQS.DeleteMessageBatch',
    'application/x-www-form-urlencoded',
    'AWS4-HMAC-SHA256 Credential=/',
    'gzip',
    'Bearer x',
    '9'.repeat(4000),
    '\u001b[2J\u0085',
  ),
);
export const headers = fc.dictionary(
  fc.constantFrom(
    'x-amz-target',
    'authorization',
    'x-amz-date',
    'content-type',
    'content-encoding',
    'x-message-id',
    'x-signature',
    'x-timestamp',
    'x-api-key',
    'host',
    'origin',
    'user-agent',
  ),
  header,
  { maxKeys: 4 },
);
export const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD');

export interface Fuzz {
  readonly inputs: number;
  readonly seed: number;
}

/** Drawn from a seed, so that what was found can be found again. */
export const drawn = <Value>(arbitrary: fc.Arbitrary<Value>, { inputs, seed }: Fuzz): readonly Value[] =>
  fc.sample(arbitrary, { numRuns: inputs, seed });
