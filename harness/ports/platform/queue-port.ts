import type { QueuePort } from '#scenarios';
import type { PlatformApiDeps } from './api-port.ts';
import { callPlatform } from './client.ts';
import { createHash, createHmac } from 'node:crypto';
import { lowerCased } from '#traffic';

/** The AWS JSON protocol, at the host of the queue URL. */
export const createPlatformQueue = ({ client, scenario }: Pick<PlatformApiDeps, 'client' | 'scenario'>): QueuePort => ({
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

interface ToSign {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly at: Date;
}

/**
 * AWS Signature Version 4 of a POST, written from its description rather than with the library the mock verifies with:
 * a mistake shared by both sides would be seen by nobody.
 */
export const signSqs = ({
  url,
  headers,
  body,
  region,
  accessKeyId,
  secretAccessKey,
  at,
}: ToSign): Record<string, string> => {
  const date = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = date.slice(0, 8);
  const signed: Record<string, string> = { ...lowerCased(headers), host: url.host, 'x-amz-date': date };
  const names = Object.keys(signed).sort();
  const canonical = [
    'POST',
    url.pathname,
    '',
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/sqs/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day, region, 'sqs', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`));
  const signature = hmac(key, text).toString('hex');
  return {
    ...headers,
    'X-Amz-Date': date,
    Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
