import { SQS } from '@aws-sdk/client-sqs';
import { request } from 'undici';
import type { PosPeer } from './pos-peer.ts';

type QueuePeer = Omit<PosPeer, 'commandsUrl'> & Partial<Pick<PosPeer, 'commandsUrl'>>;

/** A queue as a till sees it, with whoever puts something into it. */
export interface Mailbox extends Disposable {
  readonly peer: QueuePeer;
  send(): Promise<void>;
  receive(waitSeconds: number): Promise<string>;
  delete(receiptHandle: string): Promise<void>;
}

const command = { messageKind: 'TableOrderSnapshotRequested', payload: { tableId: 'T1' } };

export const openMailbox = (peer: QueuePeer): Mailbox => {
  const { url, commandsUrl } = peer;
  const { queueUrl, region, accessKeyId, secretAccessKey } = peer.activation.queueConfiguration;
  const sqs = new SQS({ endpoint: url, region, credentials: { accessKeyId, secretAccessKey } });
  const ask = async (address: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body } = await request(address, { method: 'POST', headers, body: JSON.stringify(command) });
    const said = await body.text();
    if (statusCode >= 300) throw new Error(`the command was refused: ${said}`);
  };
  const put = async (): Promise<void> => {
    const messageId = crypto.randomUUID();
    const envelope = { ...command, apiVersion: 'v1', messageId, idempotencyKey: messageId };
    await sqs.sendMessage({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(envelope),
      MessageGroupId: command.payload.tableId,
      MessageDeduplicationId: messageId,
    });
  };
  return {
    peer,
    send: () => (commandsUrl === undefined ? put() : ask(commandsUrl)),
    async receive(waitSeconds) {
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: queueUrl, WaitTimeSeconds: waitSeconds });
      const [message] = Messages;
      if (message?.ReceiptHandle === undefined) throw new Error('a message that was sent was not received');
      return message.ReceiptHandle;
    },
    async delete(receiptHandle) {
      await sqs.deleteMessage({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle });
    },
    [Symbol.dispose]: () => sqs.destroy(),
  };
};
