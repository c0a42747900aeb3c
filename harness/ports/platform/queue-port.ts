import type { QueuePort } from '#scenarios';
import { callPlatform, type PlatformClient } from './client.ts';
import { signSqs } from './sqs-signature.ts';

export interface PlatformQueueDeps {
  readonly client: PlatformClient;
  readonly scenario: string;
}

/** The AWS JSON protocol, at the host of the queue URL. */
export const createPlatformQueue = ({ client, scenario }: PlatformQueueDeps): QueuePort => ({
  async call(action, input, access) {
    const url = new URL('/', access.queueUrl);
    const body = JSON.stringify(input);
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': `AmazonSQS.${action}` };
    const signed = signSqs({ url, headers, body, ...access, at: new Date() });
    const answer = await callPlatform(client, {
      scenario,
      operation: `queue/${action}`,
      method: 'POST',
      url: url.href,
      headers: signed,
      body,
    });
    const type: unknown = Object(answer.body).__type;
    return { ...answer, error: typeof type === 'string' ? type.split('#').at(-1) : undefined };
  },
});
