import { randomUUID } from 'node:crypto';
import type { SignatureScheme } from '#mocks/platform';
import type { EventIdPlace } from '#traffic';
import type { ApiKeys, PlatformApiPort, PlatformCall } from '#scenarios';
import { callPlatform, type PlatformClient } from './client.ts';

export interface PlatformApiDeps {
  readonly client: PlatformClient;
  readonly baseUrl: string;
  readonly paths: { readonly basketChange: string; readonly health: string; readonly events: string };
  readonly clockSkewMs: number;
  /** How a till signs. */
  readonly scheme: SignatureScheme;
  readonly eventId: EventIdPlace;
  readonly scenario: string;
}

const minute = 60_000;

/** Calls as a POS or a merchant makes them, well or badly signed (assume/signature-scheme). */
export const createPlatformApi = (deps: PlatformApiDeps): PlatformApiPort => {
  const { client, baseUrl, paths, scenario, scheme, eventId } = deps;

  const signatureOf = async (
    { method, keys, flaw }: PlatformCall & { readonly keys: ApiKeys },
    url: string,
    body: string,
  ): Promise<Readonly<Record<string, string>>> => {
    const signer = {
      apiKey: flaw === 'unknown-key' ? randomUUID() : keys.apiKey,
      secret: flaw === 'forged' ? `${keys.secret}x` : keys.secret,
    };
    // Real time, whatever the platform's own clock was moved to: a POS knows nothing of that.
    const at = Date.now() - (flaw === 'stale' ? deps.clockSkewMs + minute : 0);
    const signed = Buffer.from(flaw === 'tampered' ? `${body} ` : body);
    return await scheme.sign({ method, url, headers: new Headers(), body: signed }, signer, at);
  };

  return {
    paths: { ...paths, event: (messageKind) => paths.events.replace('{messageKind}', messageKind) },
    identified: (messageId, body) =>
      'header' in eventId
        ? { body, headers: { [eventId.header]: messageId } }
        : { body: { ...body, [eventId.field]: messageId } },
    async call(call) {
      const { method, path, keys } = call;
      const url = `${baseUrl}${path}`;
      const body = call.body === undefined ? '' : JSON.stringify(call.body);
      return await callPlatform(client, {
        scenario,
        operation: path.split('/').slice(3, 5).join('/') || path,
        method,
        url,
        body,
        headers: {
          ...(body !== '' && { 'Content-Type': 'application/json' }),
          ...call.headers,
          ...(keys && (await signatureOf({ ...call, keys }, url, body))),
        },
      });
    },
  };
};
