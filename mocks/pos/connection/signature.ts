import { createHash, createHmac } from 'node:crypto';

export interface OutgoingCall {
  readonly kind: string;
  readonly method: string;
  readonly url: Pick<URL, 'origin' | 'pathname' | 'search'>;
  /** Empty when there is none. */
  readonly body: string;
}

export interface ApiCredentials {
  readonly apiKey: string;
  readonly secret: string;
}

export type Sign = (call: OutgoingCall, credentials: ApiCredentials, now: number) => Readonly<Record<string, string>>;

/** assume/signature-scheme, written from its sentence and nothing else. */
export const sign: Sign = ({ method, url, body }, { apiKey, secret }, now) => {
  const timestamp = String(Math.floor(now / 1000));
  const hash = createHash('sha256').update(body).digest('hex');
  const text = [method, `${url.pathname}${url.search}`, timestamp, hash].join('\n');
  return {
    'X-Api-Key': apiKey,
    'X-Timestamp': timestamp,
    'X-Signature': createHmac('sha256', secret).update(text).digest('hex'),
  };
};
