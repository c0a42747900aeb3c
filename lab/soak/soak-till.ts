import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type Agent, request } from 'undici';
import { signSqs } from '#harness/ports/platform/queue-port';

export interface Message {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly groupId: string;
  readonly tableId: string;
  /** Number of the command among all. */
  readonly index: number;
}

export interface Till {
  readonly location: string;
  /** How often a call had to be made again, because it failed or was refused. */
  readonly retries: () => number;
  /** Waits for so many seconds where there is nothing. */
  receive(waitSeconds?: number): Promise<readonly Message[]>;
  answer(messageId: string): Promise<void>;
  delete(receiptHandle: string): Promise<void>;
}

interface TillOptions {
  readonly api: string;
  readonly control: string;
  readonly agent: Agent;
  readonly location: string;
}

const result = JSON.stringify({ success: false, reasonCode: 'UNKNOWN_TABLE', retryable: false });

/** A till that does what a careful one does: it repeats whatever was not answered, a receive under its attempt id. */
export const openTill = async ({ api, control, agent, location }: TillOptions): Promise<Till> => {
  let retries = 0;
  let refusal = 'none';
  const post = async (url: string, headers: Record<string, string>, body: string) => {
    const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) refusal = `${answer.statusCode} ${text}`;
    return { status: answer.statusCode, text };
  };
  const again = async <Value>(attempt: () => Promise<Value | undefined>): Promise<Value> => {
    for (let tries = 0; tries < 50; tries += 1) {
      const value = await attempt().catch(() => undefined);
      if (value !== undefined) return value;
      retries += 1;
    }
    throw new Error(`${location}: no answer after 50 attempts, to the last of which came ${refusal}`);
  };

  await post(`${control}/locations`, {}, JSON.stringify({ merchantTaxId: location, integrationProfileId: location }));
  const { pinCode } = JSON.parse((await post(`${control}/locations/${location}/pins`, {}, '')).text);
  const software = { softwareName: 'soak', softwareVersion: '1' };
  const activation = JSON.stringify({ merchantTaxId: location, pinCode, ...software });
  const pos = JSON.parse((await post(`${api}/merchant/v1/pos/activate`, {}, activation)).text);
  const { queueUrl: QueueUrl, ...keys } = pos.queueConfiguration;

  const sqs = async (action: string, input: object) => {
    const body = JSON.stringify({ QueueUrl, ...input });
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': `AmazonSQS.${action}` };
    const url = new URL('/', api);
    const signed = signSqs({ url, headers, body, ...keys, at: new Date() });
    const { status, text } = await post(url.href, signed, body);
    // A handle expires when its message is there again already: it will be received and deleted once more.
    return status === 200 || text.includes('receipt handle has expired') ? JSON.parse(text) : undefined;
  };
  const signedPost = async (path: string, body: string) => {
    const at = String(Math.floor(Date.now() / 1000));
    const hash = createHash('sha256').update(body).digest('hex');
    const signature = createHmac('sha256', pos.apiConfiguration.secret)
      .update(`POST\n${path}\n${at}\n${hash}`)
      .digest('hex');
    const headers = { 'X-Api-Key': pos.apiConfiguration.apiKey, 'X-Timestamp': at, 'X-Signature': signature };
    return (await post(`${api}${path}`, headers, body)).status === 204 ? true : undefined;
  };
  return {
    location,
    retries: () => retries,
    async receive(waitSeconds = 0) {
      const ReceiveRequestAttemptId = randomUUID();
      const input = {
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: waitSeconds,
        AttributeNames: ['All'],
        ReceiveRequestAttemptId,
      };
      const { Messages = [] } = await again(() => sqs('ReceiveMessage', input));
      return Messages.map((message: { Body: string; ReceiptHandle: string; Attributes: Record<string, string> }) => {
        const { messageId, payload } = JSON.parse(message.Body);
        return {
          messageId,
          receiptHandle: message.ReceiptHandle,
          groupId: message.Attributes['MessageGroupId'] ?? '',
          tableId: payload.tableId,
          index: Number(payload.checkpoint),
        };
      });
    },
    async answer(messageId) {
      await again(() => signedPost(`/merchant/v1/async/TableOrderSnapshotRequested/${messageId}`, result));
    },
    async delete(receiptHandle) {
      await again(() => sqs('DeleteMessage', { ReceiptHandle: receiptHandle }));
    },
  };
};
