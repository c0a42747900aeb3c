import { optionalPackage } from '#mocks/hosting';
import type { HandleProblem } from '#schemas';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import { type QueueBackend, wrapped } from '../backend.ts';
import { SqsError } from '../wire/sqs-error.ts';
import type { Delivery, MessageAttribute, MessageAttributes } from '../fifo/message.ts';

/** An SQS endpoint with credentials that may do everything: AWS itself, LocalStack, ElasticMQ. */
export interface RemoteSettings {
  /** Absent: AWS. */
  readonly endpoint?: string;
  readonly region: string;
  /** Absent: wherever the SDK finds them. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Opens queues there, each made when it is first used. The SDK is loaded then, too. */
export const createRemoteQueues = (settings: RemoteSettings): ((name: string) => QueueBackend) => {
  let connected: ReturnType<typeof connect> | undefined;
  return (name) => {
    let opened: Promise<QueueBackend> | undefined;
    const backend = (): Promise<QueueBackend> => {
      connected ??= connect(settings);
      opened ??= connected.then((remote) => openQueue(remote, name));
      return opened;
    };
    // To a client of the gateway a queue that cannot be reached is a service that is not there.
    return wrapped(async (work) => {
      try {
        return await work(await backend());
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new SqsError('ServiceUnavailable', `The queue behind the gateway: ${why}`);
      }
    });
  };
};

type Sdk = typeof import('@aws-sdk/client-sqs');

const loadSdk = (): Promise<Sdk> =>
  optionalPackage('@aws-sdk/client-sqs', 'A queue elsewhere', async () => await import('@aws-sdk/client-sqs'));

const connect = async (settings: RemoteSettings): Promise<{ readonly sdk: Sdk; readonly client: SQSClient }> => {
  const sdk = await loadSdk();
  return { sdk, client: new sdk.SQSClient(settings) };
};

const openQueue = async ({ sdk, client }: Awaited<ReturnType<typeof connect>>, name: string): Promise<QueueBackend> => {
  // Limits › Queue visibility timeout and retention
  const Attributes = { FifoQueue: 'true', VisibilityTimeout: '30', MessageRetentionPeriod: String(14 * 24 * 3600) };
  const { QueueUrl } = await client.send(new sdk.CreateQueueCommand({ QueueName: name, Attributes }));
  return {
    async send({ groupId, deduplicationId, body, attributes = {} }) {
      const { MessageId = '', SequenceNumber = '0' } = await client.send(
        new sdk.SendMessageCommand({
          QueueUrl,
          MessageBody: body,
          MessageGroupId: groupId,
          MessageDeduplicationId: deduplicationId,
          MessageAttributes: Object.fromEntries(
            Object.entries(attributes).map(([key, attribute]) => [key, toWire(attribute)]),
          ),
        }),
      );
      // SQS does not say whether it took the message for a duplicate.
      return { messageId: MessageId, sequence: Number(SequenceNumber), duplicate: false };
    },
    async receive({ max, waitMs, visibilityMs, attemptId }, { signal: abortSignal }) {
      const command = new sdk.ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: max,
        WaitTimeSeconds: Math.ceil(waitMs / 1000),
        MessageAttributeNames: ['All'],
        AttributeNames: ['All'],
        ...(visibilityMs !== undefined && { VisibilityTimeout: Math.ceil(visibilityMs / 1000) }),
        ...(attemptId !== undefined && { ReceiveRequestAttemptId: attemptId }),
      });
      try {
        const { Messages = [] } = await client.send(command, { abortSignal });
        return Messages.map(toDelivery);
      } catch (error) {
        if (abortSignal.aborted) return [];
        throw error;
      }
    },
    delete: async (ReceiptHandle) =>
      problemOf(() => client.send(new sdk.DeleteMessageCommand({ QueueUrl, ReceiptHandle }))),
    changeVisibility: async (ReceiptHandle, visibilityMs) => {
      const VisibilityTimeout = Math.ceil(visibilityMs / 1000);
      const command = new sdk.ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout });
      return problemOf(() => client.send(command));
    },
  };
};

const problemOf = async (call: () => Promise<unknown>): Promise<HandleProblem | undefined> => {
  try {
    await call();
    return undefined;
  } catch (error) {
    const { name, message } = Object(error);
    if (name === 'ReceiptHandleIsInvalid') return 'invalid';
    if (String(name).startsWith('InvalidParameterValue'))
      return String(message).includes('expired') ? 'expired' : 'gone';
    if (name === 'MessageNotInflight') return 'gone';
    throw error;
  }
};

const toWire = (attribute: MessageAttribute) => ({
  DataType: attribute.dataType,
  ...('binaryValue' in attribute ? { BinaryValue: attribute.binaryValue } : { StringValue: attribute.stringValue }),
});

const toDelivery = ({
  MessageId,
  ReceiptHandle,
  Body,
  Attributes = {},
  MessageAttributes = {},
}: Message): Delivery => ({
  message: {
    messageId: MessageId ?? '',
    body: Body ?? '',
    groupId: Attributes.MessageGroupId ?? '',
    deduplicationId: Attributes.MessageDeduplicationId ?? '',
    sequence: Number(Attributes.SequenceNumber ?? 0),
    sentAt: Number(Attributes.SentTimestamp ?? 0),
    attributes: toAttributes(MessageAttributes),
  },
  receiptHandle: ReceiptHandle ?? '',
  receiveCount: Number(Attributes.ApproximateReceiveCount ?? 1),
  firstReceivedAt: Number(Attributes.ApproximateFirstReceiveTimestamp ?? 0),
});

const toAttributes = (attributes: NonNullable<Message['MessageAttributes']>): MessageAttributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType = 'String', StringValue, BinaryValue }]) => [
      name,
      BinaryValue === undefined
        ? { dataType: DataType, stringValue: StringValue ?? '' }
        : { dataType: DataType, binaryValue: BinaryValue },
    ]),
  );
