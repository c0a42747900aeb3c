import fc from 'fast-check';
import { signSqs } from '#harness/ports/platform/queue-port';
import { apiNames, bytes, drawn, type Fuzz, headers, id, method, shaped, text } from './inputs.ts';
import { each, sendAll } from './sending.ts';
import type { ServedPlatform, Till } from './served-platform.ts';
import type { Tally } from './tally.ts';

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

const queueNames =
  'QueueUrl ReceiptHandle Entries Id MaxNumberOfMessages WaitTimeSeconds VisibilityTimeout AttributeNames MessageAttributeNames ReceiveRequestAttemptId Action Version'.split(
    ' ',
  );
const action = fc.constantFrom(
  'ReceiveMessage',
  'DeleteMessage',
  'DeleteMessageBatch',
  'ChangeMessageVisibility',
  'ChangeMessageVisibilityBatch',
  'GetQueueUrl',
  'GetQueueAttributes',
  'SendMessage',
  'PurgeQueue',
  'ListQueues',
);

/** Anything at the queue from who may use it, in both of its protocols; nothing waits for messages. */
export const fuzzQueue = async (platform: ServedPlatform, till: Till, fuzz: Fuzz, tally: Tally): Promise<void> => {
  const own = { QueueUrl: till.queue.queueUrl, WaitTimeSeconds: 0 };
  const asked = fc.oneof(
    shaped(queueNames).map((each) => ({ ...own, ...each })),
    shaped(queueNames),
    fc.record({ ...(own && { QueueUrl: fc.constant(own.QueueUrl) }), ReceiptHandle: text }),
    fc
      .array(fc.record({ Id: text, ReceiptHandle: text }), { maxLength: 12 })
      .map((Entries) => ({ QueueUrl: own.QueueUrl, Entries })),
  );
  const json = fc.record({
    action: fc.oneof({ weight: 9, arbitrary: action }, { weight: 1, arbitrary: text }),
    body: fc.oneof(
      { weight: 3, arbitrary: asked.map((each) => JSON.stringify({ ...each, WaitTimeSeconds: 0 })) },
      { weight: 1, arbitrary: bytes(queueNames) },
    ),
    type: fc.constant('application/x-amz-json-1.0'),
  });
  const form = fc.record({
    action,
    body: fc.tuple(action, asked).map(([Action, each]) => formOf({ Action, ...each, WaitTimeSeconds: 0 })),
    type: fc.constant('application/x-www-form-urlencoded'),
  });
  const url = new URL('/', platform.api);
  await sendAll(
    platform,
    platform.api,
    drawn(fc.oneof(json, form), fuzz).map(({ action: named, body, type }) => {
      const target = type.endsWith('json-1.0')
        ? { 'x-amz-target': `AmazonSQS.${named}`.replaceAll(/[^\x20-\x7e]/g, '.') }
        : {};
      const signed = { 'content-type': type, ...target };
      const sent = signSqs({ url, headers: signed, body, ...till.queue, at: new Date() });
      return { method: 'POST', path: '/', headers: sent, body };
    }),
    tally,
  );
};

const formOf = (members: object): string =>
  new URLSearchParams(
    Object.entries(members).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();

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
