import { type ContainerKind, createRemoteQueues, type PlatformOptions, type RemoteSettings } from '#mocks/platform';
import type { Config, PlatformSignature } from '#schemas';
import { misuse, UsageError } from './usage-error.ts';
import { platformAddress } from './platform-address.ts';
import { eventIdPlace, receivingSettings } from './call-settings.ts';
import { timingOf } from './timing.ts';

/** What the configuration says about the mock platform; the platform has the defaults. `container`: where it is started. */
export const platformSettings = (config: Config, container?: RemoteSettings): Omit<PlatformOptions, 'clock'> => {
  const { platform = {}, queue = {} } = config;
  const { signature, tipRecipients } = platform;
  const { publicUrl } = platformAddress(platform);
  const remote = container ?? remoteOf(queue);
  return {
    ...receivingSettings(config),
    timing: timingOf(config),
    ...(signature !== undefined && { signature: signatureOf(signature) }),
    queue: {
      ...(queue.groupBatching !== undefined && { groupBatching: queue.groupBatching }),
      ...(queue.allowChangeVisibility !== undefined && { allowChangeVisibility: queue.allowChangeVisibility }),
      ...(queue.region !== undefined && { region: queue.region }),
      ...(remote !== undefined && { remote: createRemoteQueues(remote) }),
    },
    eventId: eventIdPlace(platform),
    ...(tipRecipients !== undefined && { tipRecipients }),
    ...(publicUrl !== undefined && { publicUrl }),
  };
};

const signatureOf = ({ mode, responses, ...scheme }: PlatformSignature) => ({
  ...(mode !== undefined && { mode }),
  ...(responses !== undefined && { responses }),
  scheme,
});

export const queueContainerOf = ({ queue }: Config): ContainerKind | undefined =>
  queue?.kind === 'localstack' || queue?.kind === 'elasticmq' ? queue.kind : undefined;

const remoteOf = (queue: NonNullable<Config['queue']>): RemoteSettings | undefined => {
  const { kind = 'embedded', endpoint, region, accessKeyId, secretAccessKey } = queue;
  if (kind === 'embedded') return undefined;
  if (kind !== 'sqs')
    throw misuse('queue.kind', `a ${kind} queue is for conformance platform only. Valid here: embedded, sqs.`);
  if (region === undefined)
    throw new UsageError('queue.region is missing: give the region of the SQS queues.', 'queue.region');
  return {
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  };
};
