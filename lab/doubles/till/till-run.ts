import { createHash, createHmac } from 'node:crypto';
import { SQSClient, DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { systemClock } from '#mocks/time';
import type { Config, JournalEvent } from '#schemas';
import { definePosScenario, type PosScenario } from '#scenarios';
import type { TargetTriggers } from '#harness/targets/triggers';
import type { RunRequest } from '#harness/run/session';

/** What the platform issued to a till. */
interface Issued {
  readonly success: boolean;
  readonly apiConfiguration: { readonly apiKey: string; readonly secret: string };
  readonly queueConfiguration: {
    readonly queueUrl: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
}

export interface Envelope {
  readonly messageKind: string;
  readonly messageId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface SampleTillOptions {
  /** The result of a command; undefined sends none. */
  readonly answer?: (envelope: Envelope) => unknown;
  readonly polls?: boolean;
  readonly health?: unknown;
}

const software = { softwareName: 'sample', softwareVersion: '1' };

/** A till of a few lines for the tests of whole runs: it retries no callback and leaves what was not accepted. */
export const sampleTill = ({
  answer = () => ({}),
  polls = true,
  health = { healthy: true, ...software },
}: SampleTillOptions = {}) => {
  const stopped = new AbortController();
  const { signal } = stopped;
  let issued: Issued | undefined;

  const call = async (base: string, method: string, path: string, body?: unknown): Promise<Response> => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const { apiKey = '', secret = '' } = issued?.apiConfiguration ?? {};
    const timestamp = String(Math.floor(Date.now() / 1000));
    const hash = createHash('sha256').update(text).digest('hex');
    const signature = createHmac('sha256', secret).update([method, path, timestamp, hash].join('\n')).digest('hex');
    const headers = { 'X-Api-Key': apiKey, 'X-Timestamp': timestamp, 'X-Signature': signature };
    return await fetch(`${base}${path}`, { method, headers, signal, ...(text !== '' && { body: text }) });
  };

  const poll = async (base: string, { queueUrl: QueueUrl, region, ...credentials }: Issued['queueConfiguration']) => {
    const queue = new SQSClient({ region, credentials, endpoint: new URL(QueueUrl).origin, maxAttempts: 1 });
    while (!signal.aborted) {
      const receive = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 });
      const { Messages = [] } = await queue.send(receive, { abortSignal: signal }).catch(() => ({ Messages: [] }));
      for (const { Body = '', ReceiptHandle } of Messages) {
        const envelope = JSON.parse(Body) as Envelope;
        const { messageKind, messageId } = envelope;
        const result = answer(envelope);
        const path = `/merchant/v1/async/${messageKind}/${messageId}`;
        const answered =
          result === undefined ? undefined : await call(base, 'POST', path, result).catch(() => undefined);
        if (result !== undefined && answered?.ok !== true) continue;
        await queue.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })).catch(() => undefined);
      }
    }
    queue.destroy();
  };

  const activate = async (platformUrl: string, merchantTaxId: string, pinCode: string): Promise<void> => {
    const body = { merchantTaxId, pinCode, ...software };
    const response = await call(platformUrl, 'POST', '/merchant/v1/pos/activate', body);
    const answered = (await response.json()) as Issued;
    if (!answered.success) return;
    issued = answered;
    await call(platformUrl, 'POST', '/merchant/v1/pos/health', health);
    if (polls) void poll(platformUrl, answered.queueConfiguration).catch(() => undefined);
  };

  const triggers: TargetTriggers = {
    has: (name) => name === 'activatePos' || name === 'testRoundTrip',
    fire: async (name, input) => {
      const { platformUrl, merchantTaxId, pinCode } = input as {
        platformUrl: string;
        merchantTaxId: string;
        pinCode: string;
      };
      if (name === 'activatePos') await activate(platformUrl, merchantTaxId, pinCode);
      return { kind: 'done', result: undefined };
    },
  };
  return { triggers, activate, issued: () => issued, call, [Symbol.dispose]: () => stopped.abort() };
};

export const taxId = '5250000001';

export const posRequest = (
  triggers: TargetTriggers,
  scenarios: readonly PosScenario[],
  events: JournalEvent[] = [],
  config: Config = {},
): RunRequest => ({
  suite: 'pos',
  config: { pos: { merchantTaxId: taxId }, ...config },
  seed: 7,
  effort: 'quick',
  clock: systemClock,
  signal: new AbortController().signal,
  triggers,
  onEvent: (event) => void events.push(event),
  command: ['run', 'pos'],
  scenarios,
  env: {},
});

export const posScenario = (
  run: PosScenario['run'],
  phase: PosScenario['phase'] = 'read',
  id = 'pos/sample',
): PosScenario => definePosScenario({ id, title: id, phase, needs: [], covers: ['queue/unknown-kind'], run });
