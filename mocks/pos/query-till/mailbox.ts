import { fetchRequest } from '#mocks/hosting';
import type { QueueConfiguration } from '#schemas';
import { messagesInXml } from '#traffic';
import { SignatureV4 } from '@smithy/signature-v4';
import { createHash, createHmac } from 'node:crypto';
import type { Send } from '../connection/call.ts';
import type { Delivery, Mailbox } from '../queue/mailbox.ts';

/** SQS as it was before SDKs spoke JSON: the query protocol, posted to the queue's own address. */
export const openQuartzMailbox = async (
  { queueUrl, region, accessKeyId, secretAccessKey }: QueueConfiguration,
  { send = fetchRequest }: { readonly send?: Send | undefined },
): Promise<Mailbox> => {
  const signer = new SignatureV4({
    credentials: { accessKeyId, secretAccessKey },
    region,
    service: 'sqs',
    sha256: Sha256,
  });
  const { protocol, hostname, host, pathname } = new URL(queueUrl);

  const call = async (parameters: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<string> => {
    const body = new URLSearchParams({ Version: '2012-11-05', ...parameters }).toString();
    const { headers } = await signer.sign({
      method: 'POST',
      protocol,
      hostname,
      path: pathname,
      query: {},
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    const { host: _, ...sent } = headers;
    const response = await send(
      new Request(queueUrl, { method: 'POST', headers: sent, body, ...(signal && { signal }) }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`the queue answered ${response.status}: ${text}`);
    return text;
  };

  return {
    receive: async ({ waitSeconds, max }, signal) =>
      readMessages(
        await call(
          {
            Action: 'ReceiveMessage',
            WaitTimeSeconds: String(waitSeconds),
            MaxNumberOfMessages: String(max),
            'MessageAttributeName.1': 'All',
            'AttributeName.1': 'All',
          },
          signal,
        ),
      ),
    delete: async (receiptHandle) => {
      await call({ Action: 'DeleteMessage', ReceiptHandle: receiptHandle });
    },
    close: () => undefined,
  };
};

class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    throw new Error('a hash is used once');
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Uint8Array => {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
};

/** The messages in a ReceiveMessageResponse of the query protocol. */
const readMessages = (xml: string): readonly Delivery[] =>
  (messagesInXml(xml) ?? []).map(({ attributes, ...message }) => ({
    ...message,
    groupId: attributes.get('MessageGroupId') ?? '',
    receiveCount: Number(attributes.get('ApproximateReceiveCount') ?? 1),
  }));
