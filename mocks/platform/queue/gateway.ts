import { randomUUID } from 'node:crypto';
import { readBody } from '../json-body.ts';
import type { QueueBackend } from './backend.ts';
import type { QueueFault, QueueFaults } from './faults.ts';
import { type SigV4Settings, verifySigV4 } from './sigv4.ts';
import { type Output, toAnswer, toErrorAnswer } from './wire/answer.ts';
import { protocolOf, readCall, type SqsCall } from './wire/call.ts';
import { isAllowed, perform } from './wire/actions.ts';
import { SqsError, type SqsErrorName } from './wire/sqs-error.ts';

/** One call to the queue service, as the harness judges it. */
export interface QueueCall {
  /** When it arrived; the end is the event's own time. */
  readonly startedAt: number;
  readonly protocol: SqsCall['protocol'];
  readonly action?: string;
  readonly queue?: string;
  readonly accessKeyId?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly output?: Output;
  readonly status: number;
  readonly error?: SqsErrorName;
  readonly message?: string;
  readonly fault?: QueueFault['kind'];
  /** Calls of one SDK operation share it, so that retries can be told from polls. */
  readonly invocationId?: string;
}

/** Who may use which queue. */
export interface QueueDirectory {
  secretOf(accessKeyId: string): string | undefined;
  /** The queue this key was issued for. */
  queueOf(accessKeyId: string): { readonly name: string; readonly backend: QueueBackend } | undefined;
}

export interface QueueGatewayOptions {
  readonly clock: { now(): number; sleep(milliseconds: number, signal?: AbortSignal): Promise<void> };
  readonly region: string;
  readonly directory: QueueDirectory;
  readonly faults: QueueFaults;
  readonly wallNow?: () => number;
  /** The credentials may receive and delete only; one switch lets them change visibility too (assume/change-visibility). */
  readonly allowChangeVisibility?: boolean;
  readonly record: (call: QueueCall) => void;
}

type Notes = { -readonly [Name in keyof QueueCall]?: QueueCall[Name] };

/** The SQS endpoint: both protocols, signatures, who may do what, faults, and a record of every call. */
export const createQueueGateway = (options: QueueGatewayOptions): ((request: Request) => Promise<Response>) => {
  const sigV4: SigV4Settings = {
    region: options.region,
    secretOf: (accessKeyId) => options.directory.secretOf(accessKeyId),
    wallNow: options.wallNow ?? (() => Date.now()),
  };

  const answer = async (request: Request, notes: Notes, requestId: string): Promise<Response> => {
    const body = await readBody(request);
    if (!body.ok) throw new SqsError('RequestTooLarge', 'The request body cannot be read or is too large.');
    const accessKeyId = verifySigV4(request, body.bytes, sigV4);
    notes.accessKeyId = accessKeyId;
    const call = readCall(request, body.bytes);
    notes.action = call.action;
    notes.input = call.input;
    const named = queueNameOf(call, request);
    if (named !== undefined) notes.queue = named;
    const own = options.directory.queueOf(accessKeyId);
    if (!isAllowed(call.action, options.allowChangeVisibility ?? false) || own === undefined || named !== own.name)
      throw accessDenied(accessKeyId, call.action, named, options.region);
    const fault = options.faults.next({ queue: named, action: call.action });
    if (fault !== undefined) notes.fault = fault.kind;
    if (fault?.kind === 'error') throw new SqsError(fault.error ?? 'InternalFailure', 'A fault that was asked for.');
    if (fault?.kind === 'drop-before') return Response.error();
    if (fault?.kind === 'delay') await options.clock.sleep(fault.delayMs ?? 0);
    const output = await perform(call, own.backend, request.signal);
    notes.output = output;
    return fault?.kind === 'drop-after' ? Response.error() : toAnswer(call, output, requestId);
  };

  return async (request) => {
    const requestId = randomUUID();
    const invocationId = request.headers.get('amz-sdk-invocation-id');
    const protocol = protocolOf(request);
    const notes: Notes = invocationId === null ? {} : { invocationId };
    const startedAt = options.clock.now();
    const finish = (response: Response, more: Partial<QueueCall> = {}): Response => {
      options.record({ ...notes, ...more, startedAt, protocol, status: response.status });
      return response;
    };
    try {
      return finish(await answer(request, notes, requestId));
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      return finish(toErrorAnswer(protocol, error, requestId), { error: error.name, message: error.message });
    }
  };
};

/** Clients name the queue by its URL, of which only the path counts; some post to that path and say nothing else. */
const queueNameOf = ({ input }: SqsCall, request: Request): string | undefined => {
  const url = typeof input['QueueUrl'] === 'string' ? input['QueueUrl'] : request.url;
  const path = URL.canParse(url, request.url) ? new URL(url, request.url).pathname : '';
  return path.split('/').filter(Boolean).at(-1);
};

const accessDenied = (accessKeyId: string, action: string, queue: string | undefined, region: string): SqsError =>
  new SqsError(
    'AccessDenied',
    `User: arn:aws:iam::000000000000:user/${accessKeyId} is not authorized to perform: sqs:${action.toLowerCase()} ` +
      `on resource: arn:aws:sqs:${region}:000000000000:${queue ?? '*'} because no identity-based policy allows the ` +
      `sqs:${action.toLowerCase()} action`,
  );
