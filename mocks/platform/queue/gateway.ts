import { randomUUID } from 'node:crypto';
import { type Answer, dropped } from '../calls/answer.ts';
import type { Call, Handle } from '../calls/call.ts';
import type { QueueBackend, Caller } from './backend.ts';
import type { QueueFaults } from './faults.ts';
import type { HandedOver, QueueCallMade } from './handed-over.ts';
import { type SigV4Settings, verifySigV4 } from './sigv4.ts';
import { type Output, toAnswer, toErrorAnswer } from './wire/answer.ts';
import { protocolOf, readCall, type SqsCall } from './wire/call.ts';
import { largestMessage } from './fifo/message.ts';
import { SqsError } from './wire/sqs-error.ts';
import { receiveMessage } from './wire/receive-message.ts';
import { changeMessageVisibility, deleteMessage, deleteMessageBatch } from './wire/settle-message.ts';

/** Who may use which queue. */
export interface QueueDirectory {
  secretOf(accessKeyId: string): string | undefined;
  /** The queue this key was issued for. */
  queueOf(
    accessKeyId: string,
  ): { readonly name: string; readonly backend: QueueBackend; readonly integrationProfileId: string } | undefined;
}

export interface QueueGatewayOptions {
  readonly clock: { now(): number; sleep(milliseconds: number, signal?: AbortSignal): Promise<void> };
  readonly region: string;
  readonly directory: QueueDirectory;
  readonly faults: QueueFaults;
  readonly handedOver: Pick<HandedOver, 'toQueueCall'>;
  readonly wallNow?: () => number;
  /** The credentials may receive and delete only; one switch lets them change visibility too (assume/change-visibility). */
  readonly allowChangeVisibility?: boolean;
}

type Notes = { -readonly [Name in keyof QueueCallMade]?: QueueCallMade[Name] };

/** The SQS endpoint: both protocols, signatures, who may do what, faults, and an event for every call. */
export const createQueueGateway = (options: QueueGatewayOptions): Handle => {
  const sigV4: SigV4Settings = {
    region: options.region,
    secretOf: (accessKeyId) => options.directory.secretOf(accessKeyId),
    wallNow: options.wallNow ?? (() => Date.now()),
  };

  const answer = ({ request, body, unread }: Call, notes: Notes, requestId: string): Answer | Promise<Answer> => {
    if (unread !== undefined || body.bytes.byteLength > largestMessage)
      throw new SqsError('RequestTooLarge', 'The request body cannot be read or is too large.');
    const accessKeyId = verifySigV4(request, body.bytes, sigV4);
    notes.accessKeyId = accessKeyId;
    const call = readCall(request, body);
    notes.action = call.action;
    notes.input = call.input;
    const named = queueNameOf(call, request);
    if (named !== undefined) notes.queue = named;
    const own = options.directory.queueOf(accessKeyId);
    if (!isAllowed(call.action, options.allowChangeVisibility ?? false) || own === undefined || named !== own.name)
      throw accessDenied(accessKeyId, call.action, named, options.region);
    const affected = { queue: named, action: call.action };
    const fault = options.faults.next(affected);
    if (fault !== undefined) notes.fault = fault.kind;
    if (fault?.kind === 'error') throw new SqsError(fault.error ?? 'InternalFailure', 'A fault that was asked for.');
    if (fault?.kind === 'drop-before') return dropped;
    const performed = (output: Output): Answer => {
      notes.output = output;
      if (bringsNothing(call.action, output) || !options.faults.loses(affected))
        return toAnswer(call, output, requestId);
      notes.fault = 'drop-after';
      return dropped;
    };
    const work = () => perform(call, own.backend, request);
    const output = fault?.kind === 'delay' ? options.clock.sleep(fault.delayMs ?? 0).then(work) : work();
    return output instanceof Promise ? output.then(performed) : performed(output);
  };

  return (call) => {
    const { headers } = call.request;
    const requestId = randomUUID();
    const invocationId = headers['amz-sdk-invocation-id'];
    const protocol = protocolOf(call.request);
    const notes: Notes = invocationId === undefined ? {} : { invocationId };
    const startedAt = options.clock.now();
    const finish = (answered: Answer, more: Partial<QueueCallMade> = {}): Answer => {
      const made: QueueCallMade = { ...notes, ...more, startedAt, protocol, status: answered.status };
      const key = notes.accessKeyId ?? namedKey(headers);
      const owner = options.directory.queueOf(key)?.integrationProfileId;
      call.note({
        queue: options.handedOver.toQueueCall(made),
        key,
        ...(owner !== undefined && { integrationProfileId: owner }),
        ...(made.fault !== undefined && { injected: made.fault }),
      });
      call.emit({ kind: 'queue-call', call: made });
      return answered;
    };
    const refuse = (error: unknown): Answer => {
      if (!(error instanceof SqsError)) throw error;
      return finish(toErrorAnswer(protocol, error, requestId), { error: error.name, message: error.message });
    };
    let answered: Answer | Promise<Answer>;
    try {
      answered = answer(call, notes, requestId);
    } catch (error) {
      return refuse(error);
    }
    return answered instanceof Promise ? answered.then((given) => finish(given), refuse) : finish(answered);
  };
};

/** The answer to a poll without messages, which nobody misses. */
const bringsNothing = (action: string, output: Output): boolean =>
  action === 'ReceiveMessage' && !('Messages' in output && (output.Messages ?? []).length > 0);

/** The key a call names, whether or not it is signed with its secret. */
const namedKey = (headers: Call['request']['headers']): string =>
  /Credential=([^/, ]+)/.exec(headers['authorization'] ?? '')?.[1] ?? '';

/** Clients name the queue by its URL, of which only the path counts; some post to that path and say nothing else. */
const queueNameOf = ({ input }: SqsCall, { url: asked }: Call['request']): string | undefined => {
  const url = typeof input['QueueUrl'] === 'string' ? input['QueueUrl'] : asked;
  const plain = plainQueueUrl.exec(url)?.[1];
  if (plain !== undefined) return plain;
  const path = URL.canParse(url, asked) ? new URL(url, asked).pathname : '';
  return path.split('/').filter(Boolean).at(-1);
};

/** Its last part is the name. To take one apart as a URL costs as much as to check the half of a signature. */
const plainQueueUrl = /^https?:\/\/[\w.:-]+(?:\/[\w-]+)*\/([\w-][\w.-]*)$/;

const accessDenied = (accessKeyId: string, action: string, queue: string | undefined, region: string): SqsError =>
  new SqsError(
    'AccessDenied',
    `User: arn:aws:iam::000000000000:user/${accessKeyId} is not authorized to perform: sqs:${action.toLowerCase()} ` +
      `on resource: arn:aws:sqs:${region}:000000000000:${queue ?? '*'} because no identity-based policy allows the ` +
      `sqs:${action.toLowerCase()} action`,
  );

type Perform = (input: SqsCall['input'], backend: QueueBackend, caller: Caller) => Output | Promise<Output>;

// AWS has no permission for batch actions: who may delete may delete in batches.
const performable: Readonly<Record<string, Perform>> = {
  ReceiveMessage: receiveMessage,
  DeleteMessage: deleteMessage,
  DeleteMessageBatch: deleteMessageBatch,
  ChangeMessageVisibility: changeMessageVisibility,
};

const refused = [
  'AddPermission',
  'CancelMessageMoveTask',
  'ChangeMessageVisibilityBatch',
  'CreateQueue',
  'DeleteQueue',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListDeadLetterSourceQueues',
  'ListMessageMoveTasks',
  'ListQueueTags',
  'ListQueues',
  'PurgeQueue',
  'RemovePermission',
  'SendMessage',
  'SendMessageBatch',
  'SetQueueAttributes',
  'StartMessageMoveTask',
  'TagQueue',
  'UntagQueue',
];

/** Queue credentials can only receive and delete messages (PosActivationResponse). */
const isAllowed = (action: string, allowChangeVisibility: boolean): boolean => {
  if (action === 'ChangeMessageVisibility') return allowChangeVisibility;
  if (Object.hasOwn(performable, action)) return true;
  if (refused.includes(action)) return false;
  throw new SqsError('InvalidAction', `The action ${action} is not valid for this endpoint.`);
};

const perform = (call: SqsCall, backend: QueueBackend, caller: Caller): Output | Promise<Output> => {
  const action = performable[call.action];
  if (action === undefined) throw new SqsError('InvalidAction', `The action ${call.action} is not valid.`);
  return action(call.input, backend, caller);
};
