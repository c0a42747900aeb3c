import { optionalPackage } from '#mocks/hosting';
import type { Clock } from '#mocks/time';
import type { QueueConfiguration } from '#schemas';
import type { Send } from '../connection/call.ts';
import type { Mailbox } from '../queue/mailbox.ts';

/** Loaded when the first till is activated, or before: it is not small, and only this till needs it. */
export const loadQueueClient = (): Promise<typeof import('@aws-sdk/client-sqs')> =>
  optionalPackage('@aws-sdk/client-sqs', 'The reference till copper', async () => await import('@aws-sdk/client-sqs'));

/** The current AWS SDK for JavaScript: JSON protocol. It takes the queue's address from the queue URL. */
export const openCopperMailbox = async (
  { queueUrl, region, accessKeyId, secretAccessKey }: QueueConfiguration,
  { clock, send }: { readonly clock: Clock; readonly send: Send | undefined },
): Promise<Mailbox> => {
  const { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } = await loadQueueClient();
  const client = new SQSClient({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The SDK warns on every call when it has to take this from the queue URL itself.
    endpoint: new URL(queueUrl).origin,
    retryStrategy: createRetries(clock),
    ...(send && { requestHandler: handlerOn(send) }),
  });
  return {
    receive: async ({ waitSeconds, max }, signal) => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          WaitTimeSeconds: waitSeconds,
          MaxNumberOfMessages: max,
          MessageAttributeNames: ['messageKind', 'messageId'],
          MessageSystemAttributeNames: ['MessageGroupId', 'ApproximateReceiveCount'],
        }),
        { abortSignal: signal },
      );
      return Messages.map(({ ReceiptHandle = '', Body = '', Attributes = {} }) => ({
        receiptHandle: ReceiptHandle,
        body: Body,
        groupId: Attributes.MessageGroupId ?? '',
        receiveCount: Number(Attributes.ApproximateReceiveCount),
      }));
    },
    delete: async (receiptHandle) => {
      await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle }));
    },
    close: () => client.destroy(),
  };
};

interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The SDK's calls through a function, for tills that run without a socket. */
const handlerOn = (send: Send) => ({
  handle: async (request: SdkRequest, { abortSignal }: { readonly abortSignal?: unknown } = {}) => {
    const { method, protocol, hostname, port, path, headers, body } = request;
    const response = await send(
      new Request(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`, {
        method,
        headers,
        ...(body instanceof Uint8Array && { body: new Uint8Array(body) }),
        ...(abortSignal instanceof AbortSignal && { signal: abortSignal }),
      }),
    );
    if (response.type === 'error') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    return {
      response: {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: new Uint8Array(await response.arrayBuffer()),
      },
    };
  },
});

interface Token {
  readonly getRetryCount: () => number;
  readonly getRetryDelay: () => number;
}

const mostAttempts = 3;
const baseMs: Readonly<Record<string, number>> = { THROTTLING: 500, TRANSIENT: 100 };

/** The SDK's standard retries, on the till's clock: the SDK itself only knows the real time. */
export const createRetries = (clock: Clock) => {
  const token = (count: number): Token => ({ getRetryCount: () => count, getRetryDelay: () => 0 });
  return {
    acquireInitialRetryToken: async (): Promise<Token> => token(0),
    refreshRetryTokenForRetry: async (spent: Token, { errorType }: { readonly errorType: string }): Promise<Token> => {
      const count = spent.getRetryCount() + 1;
      const base = baseMs[errorType];
      if (base === undefined || count >= mostAttempts) throw new Error('no further attempt');
      await clock.sleep(base * 2 ** (count - 1));
      return token(count);
    },
    recordSuccess: (): void => undefined,
  };
};
