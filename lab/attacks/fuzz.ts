import { request } from 'node:http';
import fc from 'fast-check';
import type { ServedPlatform, Till } from './served-platform.ts';
import type { Tally } from './tally.ts';

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
const text = fc.oneof(odd, fc.string({ maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 30 }));
const id = fc
  .oneof(text, fc.constantFrom('bar', 'Test', 's', '1'))
  .map((each) => (/^[\x21-\x7e]*$/.test(each) ? each : encodeURIComponent(each.toWellFormed())));
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  text,
  fc.integer(),
  fc.constantFrom(1e308, -0, 2 ** 53, true, null),
);

/** Objects with the members that are looked for, holding anything. */
const shaped = (names: readonly string[]) =>
  fc.dictionary(
    fc.oneof(fc.constantFrom(...names), text),
    fc.oneof(value, fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 })),
    { maxKeys: 8 },
  );
const bytes = (names: readonly string[]) =>
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

const apiNames =
  'id expiresAt price products deliveryOptions merchantTaxId pinCode softwareName softwareVersion healthy open effectiveAt changes success reasons phoneNumber displayName nonce QueueUrl ReceiptHandle Entries MaxNumberOfMessages'.split(
    ' ',
  );
const apiPath = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '/merchant/v1/baskets/change',
    '/merchant/v1/pos/activate',
    '/merchant/v1/pos/health',
    '/merchant/v1/async/test',
    '/merchant/v1/tipRecipients',
    '/000000000000/bar.fifo',
  ),
  fc
    .tuple(
      fc.constantFrom(
        '/merchant/v1/async/Test/',
        '/merchant/v1/tipRecipients/',
        '/merchant/v1/pos/events/',
        '/000000000000/',
        '/',
      ),
      id,
    )
    .map(([folder, each]) => folder + each),
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
const headers = fc.dictionary(
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
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD');

interface Input {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Fuzz {
  readonly inputs: number;
  readonly seed: number;
}

/** Drawn from a seed, so that what was found can be found again. */
const drawn = <Value>(arbitrary: fc.Arbitrary<Value>, { inputs, seed }: Fuzz): readonly Value[] =>
  fc.sample(arbitrary, { numRuns: inputs, seed });

const each = async <Value>(values: readonly Value[], act: (value: Value) => Promise<void>, at = 16): Promise<void> => {
  const next = values.values();
  await Promise.all(
    Array.from({ length: at }, async () => {
      for (const one of next) await act(one);
    }),
  );
};

/** Each on a connection of its own; undefined where it is no HTTP, or was hung up on. */
const sent = async (url: string, { method: verb, path, headers: given, body }: Input): Promise<Answered | undefined> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const hasBody = verb !== 'GET' && verb !== 'HEAD';
    try {
      const message = request({ hostname, port, method: verb, path, headers: given, agent: false, timeout: patience });
      message.on('response', (response) => {
        let said = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
        response.once('close', () => resolve({ status: response.statusCode ?? 0, said }));
      });
      message.once('timeout', () => {
        resolve({ status: 0, said: 'no answer' });
        message.destroy();
      });
      message.once('error', () => resolve(undefined));
      message.end(hasBody ? body : undefined);
    } catch {
      resolve(undefined);
    }
  });

interface Answered {
  readonly status: number;
  readonly said: string;
}

/** Longer than a long poll may take. */
const patience = 60_000;

/** Sends anything to a port: no answer is a 5xx, but what is not there. */
const sendAll = async (platform: ServedPlatform, url: string, inputs: readonly Input[], tally: Tally): Promise<void> =>
  each(inputs, async (input) => {
    if (platform.crash() !== undefined) return;
    tally.inputs += 1;
    const answered = await sent(url, input);
    if (answered === undefined) return;
    const what = `${JSON.stringify(input).slice(0, 600)}: ${answered.said.slice(0, 300)}`;
    if (answered.status === 0) tally.stalls.push(what);
    if (answered.status >= 500 && answered.status !== 501) tally.crashes.push(`${answered.status} to ${what}`);
  });

/** Anything from strangers, and from a till that signs well. */
export const fuzzApi = async (platform: ServedPlatform, till: Till, fuzz: Fuzz, tally: Tally): Promise<void> => {
  const input = fc.record({ method, path: apiPath, headers, body: bytes(apiNames) });
  await sendAll(platform, platform.api, drawn(input, { ...fuzz, inputs: Math.ceil(fuzz.inputs / 2) }), tally);
  const signed = fc.record({ method: fc.constantFrom('POST', 'PUT', 'GET'), path: apiPath, body: bytes(apiNames) });
  await each(drawn(signed, { ...fuzz, inputs: Math.ceil(fuzz.inputs / 2) }), async (each) => {
    if (platform.crash() !== undefined) return;
    tally.inputs += 1;
    const answer = await till.send(each.method, each.path, Buffer.from(each.body)).catch(() => undefined);
    const said = await answer?.text().catch(() => '');
    if (answer !== undefined && answer.status >= 500)
      tally.crashes.push(
        `${answer.status} to the till's ${JSON.stringify(each).slice(0, 600)}: ${said?.slice(0, 300)}`,
      );
  });
};

/** Anything at the control port: its own operations with anything in them, but those that begin a run or move the clock. */
export const fuzzControl = async (platform: ServedPlatform, fuzz: Fuzz, tally: Tally): Promise<void> => {
  const { paths } = (await platform.tell('GET', '/openapi.json')) as {
    paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, described]) => ({ verb: verb.toUpperCase(), path, names: namesIn(described) })),
  );
  const harmless = operations.filter(
    ({ path, verb }) =>
      !/^\/(?:clock|journal\/stream)/.test(path) && !(path.startsWith('/certification/runs') && verb === 'POST'),
  );
  const input = fc.constantFrom(...harmless).chain(({ verb, path, names }) =>
    fc.record({
      method: fc.oneof({ weight: 9, arbitrary: fc.constant(verb) }, { weight: 1, arbitrary: method }),
      path: fc.array(id, { minLength: 4, maxLength: 4 }).map((ids) => {
        let n = 0;
        return path.replaceAll(/\{\w+\}/g, () => ids[n++ % 4] ?? '');
      }),
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
      body: bytes([...names, ...apiNames]),
    }),
  );
  await sendAll(platform, platform.control, drawn(input, fuzz), tally);
};

const namesIn = (described: object): readonly string[] => [
  ...new Set(
    [...JSON.stringify(described).matchAll(/"(\w+)":\{"(?:type|description|enum)"/g)].map(([, name = '']) => name),
  ),
];
