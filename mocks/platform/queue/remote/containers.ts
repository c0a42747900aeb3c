import type { RemoteSettings } from './remote.ts';

export type ContainerKind = 'localstack' | 'elasticmq';

/** A queue service in a container, until disposed. */
export interface QueueContainer extends AsyncDisposable {
  readonly settings: RemoteSettings;
}

const images: Readonly<
  Record<ContainerKind, { readonly image: string; readonly port: number; readonly ready: RegExp }>
> = {
  localstack: { image: 'localstack/localstack:4.0', port: 4566, ready: /Ready/ },
  elasticmq: { image: 'softwaremill/elasticmq-native:1.6.12', port: 9324, ready: /started/ },
};

/** As much of testcontainers as is used here; it is loaded only when asked for. */
interface Testcontainers {
  readonly GenericContainer: new (image: string) => Container;
  readonly Wait: { forLogMessage(message: RegExp): unknown };
}
interface Container {
  withExposedPorts(port: number): Container;
  withEnvironment(environment: Readonly<Record<string, string>>): Container;
  withWaitStrategy(strategy: unknown): Container;
  start(): Promise<{ getHost(): string; getMappedPort(port: number): number; stop(): Promise<unknown> }>;
}

/** Starts the service; throws a sentence that says what is missing. */
export const startQueueContainer = async (
  kind: ContainerKind,
  load: () => Promise<Testcontainers> = loadTestcontainers,
): Promise<QueueContainer> => {
  const { GenericContainer, Wait } = await load();
  const { image, port, ready } = images[kind];
  const container = new GenericContainer(image)
    .withExposedPorts(port)
    .withEnvironment({ SERVICES: 'sqs' })
    .withWaitStrategy(Wait.forLogMessage(ready));
  const started = await container.start().catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The container ${image} did not start: ${why}. Is a container engine running?`, { cause });
  });
  return {
    settings: {
      endpoint: `http://${started.getHost()}:${started.getMappedPort(port)}`,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    },
    [Symbol.asyncDispose]: async () => void (await started.stop()),
  };
};

const loadTestcontainers = async (): Promise<Testcontainers> => {
  // Named in a variable: it is an optional peer, whose types are not there where it is not installed.
  const name = 'testcontainers';
  try {
    return (await import(name)) as Testcontainers;
  } catch (cause) {
    throw new Error('A queue in a container needs the package testcontainers: npm install --save-dev testcontainers', {
      cause,
    });
  }
};
