import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { optionalPackage } from '#mocks/hosting';
import type { RemoteSettings } from './remote.ts';

export type ContainerKind = 'localstack' | 'elasticmq';

/** A queue service in a container, until disposed. */
export interface QueueContainer extends AsyncDisposable {
  readonly settings: RemoteSettings;
}

const localstackPort = 4566;
const elasticmqPort = 9324;

/** Containers that are not started yet, and the port their service listens on. */
const kinds: Readonly<
  Record<ContainerKind, () => Promise<{ readonly container: GenericContainer; readonly port: number }>>
> = {
  localstack: async () => {
    const { LocalstackContainer } = await optionalPackage(
      '@testcontainers/localstack',
      'queue.kind localstack',
      async () => await import('@testcontainers/localstack'),
    );
    const { Wait } = await loadTestcontainers('localstack');
    const container = new LocalstackContainer('localstack/localstack:4.0')
      .withEnvironment({ SERVICES: 'sqs' })
      .withWaitStrategy(Wait.forLogMessage(/Ready/));
    return { container, port: localstackPort };
  },
  elasticmq: async () => {
    const { GenericContainer, Wait } = await loadTestcontainers('elasticmq');
    const container = new GenericContainer('softwaremill/elasticmq-native:1.6.12')
      .withExposedPorts(elasticmqPort)
      .withWaitStrategy(Wait.forLogMessage(/started/));
    return { container, port: elasticmqPort };
  },
};

/** Starts the service; throws a sentence that says what is missing. */
export const startQueueContainer = async (kind: ContainerKind): Promise<QueueContainer> => {
  const { container, port } = await kinds[kind]();
  let started: StartedTestContainer;
  try {
    started = await container.start();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    // The library's own words for no engine at all.
    const hint = why.includes('container runtime') ? ' Docker or podman has to run, and DOCKER_HOST to name it.' : '';
    throw new Error(`The container of ${kind} did not start: ${why.replace(/\.?$/, '.')}${hint}`, { cause });
  }
  return {
    settings: {
      endpoint: `http://${started.getHost()}:${started.getMappedPort(port)}`,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    },
    [Symbol.asyncDispose]: async () => void (await started.stop()),
  };
};

const loadTestcontainers = (kind: ContainerKind) =>
  optionalPackage('testcontainers', `queue.kind ${kind}`, async () => await import('testcontainers'));
