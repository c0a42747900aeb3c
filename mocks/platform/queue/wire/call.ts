import type { Arrival } from '#mocks/hosting';
import { type Body, isObject } from '#traffic';
import { SqsError } from './sqs-error.ts';

/** One call, whatever the protocol; `input` has the member names and types of the JSON protocol. */
export interface SqsCall {
  readonly protocol: 'json' | 'query';
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const targetPrefix = 'AmazonSQS.';

/**
 * Does this request speak SQS rather than the platform's own API? Clients post to `/` or to the queue's path; a form alone
 * says so only there, since the platform's own paths may be sent a form by mistake.
 */
export const isSqsRequest = (request: Pick<Request, 'url' | 'headers'>): boolean => {
  if (request.headers.has('x-amz-target') || (request.headers.get('authorization') ?? '').startsWith('AWS4-'))
    return true;
  // Without either it cannot be one, and taking an address apart costs more than looking.
  const isFormed = isForm(request.headers.get('content-type') ?? '');
  if (!isFormed && !request.url.includes('?')) return false;
  const { pathname, searchParams } = new URL(request.url);
  return (pathname === '/' || pathname.endsWith('.fifo')) && (isFormed || searchParams.has('Action'));
};

const isForm = (contentType = ''): boolean => contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');

/** Which protocol the error must be told in, known before anything is read. */
export const protocolOf = ({ headers }: Pick<Arrival, 'headers'>): SqsCall['protocol'] =>
  headers['x-amz-target'] !== undefined && !isForm(headers['content-type']) ? 'json' : 'query';

export const readCall = (request: Pick<Arrival, 'method' | 'url' | 'headers'>, body: Body): SqsCall => {
  const protocol = protocolOf(request);
  if (protocol === 'json') {
    const target = request.headers['x-amz-target'] ?? '';
    if (!target.startsWith(targetPrefix)) throw new SqsError('InvalidAction', `Unknown target ${target}.`);
    return { protocol, action: target.slice(targetPrefix.length), input: readJson(body) };
  }
  const text = request.method === 'GET' ? new URL(request.url).search : Buffer.from(body.bytes).toString();
  const parameters = new URLSearchParams(text);
  const action = parameters.get('Action');
  if (action === null) throw new SqsError('MissingParameter', 'The request must contain the parameter Action.');
  return { protocol, action, input: toInput(parameters) };
};

const readJson = ({ bytes, json }: Body): Readonly<Record<string, unknown>> => {
  if (bytes.byteLength === 0) return {};
  if (json.ok && isObject(json.value)) return json.value;
  throw new SqsError('Serialization', 'The body is not a JSON object.');
};

const integers = ['MaxNumberOfMessages', 'WaitTimeSeconds', 'VisibilityTimeout'];
const lists: Readonly<Record<string, string>> = {
  AttributeName: 'AttributeNames',
  MessageAttributeName: 'MessageAttributeNames',
  MessageSystemAttributeName: 'MessageSystemAttributeNames',
};
const entry = /^\w+BatchRequestEntry\.(\d+)\.(\w+)$/;

const toInput = (parameters: URLSearchParams): Record<string, unknown> => {
  const input: Record<string, unknown> = {};
  const gathered: Record<string, string[]> = {};
  const entries = new Map<string, Record<string, unknown>>();
  for (const [name, value] of parameters) {
    const [head = name] = name.split('.', 1);
    const list = lists[head];
    const member = entry.exec(name);
    const [, index = '', field = ''] = member ?? [];
    if (member !== null) {
      const fields = entries.get(index) ?? {};
      fields[field] = toValue(field, value);
      entries.set(index, fields);
    } else if (list !== undefined) (gathered[list] ??= []).push(value);
    else input[name] = toValue(name, value);
  }
  return { ...input, ...gathered, ...(entries.size > 0 && { Entries: [...entries.values()] }) };
};

const toValue = (name: string, value: string): string | number =>
  integers.includes(name) && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
