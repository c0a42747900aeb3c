import { calls, type QueueConfiguration } from '#schemas';
import type { Mailbox } from '../queue/mailbox.ts';
import { createPlatformClient, type ClientSettings, type PlatformClient } from './platform-client.ts';
import type { PlatformAnswer, Send } from './call.ts';
import { type JsonObject, objectOf } from '../../json.ts';
import type { ApiCredentials } from './signature.ts';

/** What a till works with while it is active. */
export interface Session {
  readonly client: PlatformClient;
  readonly mailbox: Mailbox;
  /** Aborted when the till is deactivated. */
  readonly signal: AbortSignal;
}

export interface ActivationWish {
  readonly platformUrl: string;
  readonly merchantTaxId: string;
  readonly pinCode: string;
}

export interface IntegrationDeps {
  readonly parts: ClientSettings['parts'] & {
    readonly readActivation: (answer: PlatformAnswer) => Activation | undefined;
    readonly openMailbox: (configuration: QueueConfiguration) => Promise<Mailbox>;
    readonly heartbeatMs: number;
    readonly restarted: () => void;
  };
  readonly send: Send;
  readonly software: { readonly softwareName: string; readonly softwareVersion: string };
  readonly posInstallationId?: string;
  readonly timeoutMs: number;
  readonly wallNow: () => number;
  readonly consume: (session: Session) => Promise<void>;
}

/** The life of a till's connection: refused, or reporting its health and working off its queue until it is stopped. */
export type Integration = ReturnType<typeof createIntegration>;

export const createIntegration = (deps: IntegrationDeps) => {
  const { parts, software, posInstallationId, consume } = deps;
  const clientFor = (platformUrl: string, more: Pick<ClientSettings, 'credentials'> = {}) =>
    createPlatformClient({ ...deps, ...more, platformUrl });
  let activating: Promise<unknown> = Promise.resolve();
  let active:
    | { readonly client: PlatformClient; readonly end: () => Promise<void>; readonly killed: () => Promise<void> }
    | undefined;

  const stop = async () => {
    const ending = active;
    active = undefined;
    await ending?.end();
  };

  const reportHealth = (client: PlatformClient) =>
    client({ kind: 'health', method: 'POST', path: calls.health.path, body: { healthy: true, ...software } });

  const beat = (client: PlatformClient, signal: AbortSignal) => {
    const cancel = parts.clock.after(parts.heartbeatMs, () => {
      signal.removeEventListener('abort', cancel);
      void reportHealth(client);
      beat(client, signal);
    });
    signal.addEventListener('abort', cancel, { once: true });
  };

  const activate = async ({ platformUrl, merchantTaxId, pinCode }: ActivationWish): Promise<boolean> => {
    await stop();
    const answer = await clientFor(platformUrl)({
      kind: 'activation',
      method: 'POST',
      path: calls.activation.path,
      body: { merchantTaxId, pinCode, ...software, ...(posInstallationId !== undefined && { posInstallationId }) },
    });
    const activation = parts.readActivation(answer);
    if (!activation) return false;
    await begin(platformUrl, activation);
    return true;
  };

  const begin = async (platformUrl: string, activation: Activation): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    let isKilled = false;
    // What is under way as the till is killed never comes to anything.
    const alive =
      <Given extends readonly unknown[], Value>(step: (...given: Given) => Promise<Value>) =>
      (...given: Given): Promise<Value> =>
        isKilled ? never() : step(...given).finally(() => (isKilled ? never() : undefined));
    const client = alive(clientFor(platformUrl, { credentials: activation.credentials }));
    // Endpoints › Platform-hosted: health at once, then at regular intervals. A queue client may take a while to load.
    await reportHealth(client);
    beat(client, signal);
    const opened = await parts.openMailbox(activation.queue);
    const mailbox = { ...opened, receive: alive(opened.receive), delete: alive(opened.delete) };
    const consuming = consume({ client, mailbox, signal });
    const end = async () => {
      controller.abort();
      await consuming;
      opened.close();
    };
    const killed = async () => {
      isKilled = true;
      controller.abort();
      opened.close();
      parts.restarted();
      await begin(platformUrl, activation);
    };
    active = { client, end, killed };
  };

  return {
    activate: (wish: ActivationWish) => {
      const activation = activate(wish);
      activating = activation.catch(() => undefined);
      return activation;
    },
    /** Undefined while the till is not active; an activation under way is waited for. */
    client: async () => {
      await activating;
      return active?.client;
    },
    stop,
    /** Killed in the middle of whatever it does and started again, with what it has on its disk; false while it is not active. */
    restart: async () => {
      await active?.killed();
      return active !== undefined;
    },
  };
};

const never = (): Promise<never> => new Promise(() => undefined);

export interface Activation {
  readonly credentials: ApiCredentials;
  readonly queue: QueueConfiguration;
}

/** HTTP is always 200: whether it succeeded is in the body. Resources › PosActivationResponse */
export const readActivation = ({ status, body }: PlatformAnswer): Activation | undefined => {
  const { success, apiConfiguration, queueConfiguration } = objectOf(body);
  if (status !== 200 || success !== true) return undefined;
  return grantIn(objectOf(apiConfiguration), objectOf(queueConfiguration));
};

const grantIn = (
  { apiKey, secret }: JsonObject,
  { queueUrl, region, accessKeyId, secretAccessKey }: JsonObject,
): Activation | undefined =>
  typeof apiKey === 'string' &&
  typeof secret === 'string' &&
  typeof queueUrl === 'string' &&
  typeof region === 'string' &&
  typeof accessKeyId === 'string' &&
  typeof secretAccessKey === 'string'
    ? { credentials: { apiKey, secret }, queue: { queueUrl, region, accessKeyId, secretAccessKey } }
    : undefined;
