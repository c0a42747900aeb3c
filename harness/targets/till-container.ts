import type { StartedTestContainer } from 'testcontainers';
import { MissingPackageError, optionalPackage } from '#mocks/hosting';
import { UsageError } from '../config/usage-error.ts';
import { logTill } from './till-log.ts';
import type { StartedTill, TillEnd, TillProcessOptions } from './till-process.ts';

/** What we were to start could not be: nothing can be said of the target. */
export class TargetNotStarted extends Error {}

/** A till in a container, and where the ports it was asked for are reached from here, by their numbers inside. */
export interface TillContainer extends StartedTill {
  readonly addresses: Readonly<Record<number, string>>;
}

export interface TillContainerOptions extends Pick<TillProcessOptions, 'log' | 'redact'> {
  readonly image: string;
  readonly ports: readonly number[];
  /** What it is told in its environment, as CONFORMANCE_…. */
  readonly variables: Readonly<Record<string, string>>;
  /** The port of our platform, where the container reaches it by nothing but this machine. */
  readonly platformPort: number | undefined;
  readonly signal: AbortSignal;
}

const graceMs = 5000;

export const seenFromContainer = (url: string): string => {
  const seen = new URL(url);
  seen.hostname = 'host.testcontainers.internal';
  return seen.href.replace(/\/$/, '');
};

const testcontainers = async () => {
  try {
    return await optionalPackage('testcontainers', 'pos.image', async () => await import('testcontainers'));
  } catch (error) {
    if (error instanceof MissingPackageError) throw new UsageError(`${error.message}.`, 'pos.image');
    throw error;
  }
};

/** Starts `pos.image`, with the same variables in its environment as `pos.command` gets. */
export const startTillContainer = async (options: TillContainerOptions): Promise<TillContainer> => {
  const library = await testcontainers();
  try {
    return await start(library, options);
  } catch (error) {
    options.signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new TargetNotStarted(`The container of ${options.image} could not be started: ${why} (pos.image).`, {
      cause: error,
    });
  }
};

const start = async (
  library: Awaited<ReturnType<typeof testcontainers>>,
  options: TillContainerOptions,
): Promise<TillContainer> => {
  const { image, ports, variables, platformPort, signal, log, redact = String } = options;
  const client = await library.getContainerRuntimeClient();
  const name = library.ImageName.fromString(image);
  if (!(await client.image.exists(name))) await client.image.pull(name);
  // A port the image exposes and nobody maps makes an older podman wait for it in vain.
  const inspected = await client.image.inspect(name);
  // Typed as always there; an image without any port has none.
  const { ExposedPorts } = inspected.Config as { readonly ExposedPorts?: object | null };
  const exposed = Object.keys(ExposedPorts ?? {}).map((port) => Number.parseInt(port, 10));
  if (platformPort !== undefined) await library.TestContainers.exposeHostPorts(platformPort);
  const environment = Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [`CONFORMANCE_${key}`, value]),
  );
  let logged: ReturnType<typeof logTill> | undefined;
  const container = new library.GenericContainer(image)
    .withEnvironment(environment)
    .withExposedPorts(...new Set([...ports, ...exposed]))
    .withWaitStrategy(runningIsEnough)
    .withLogConsumer((stream) => {
      if (log === undefined) stream.resume();
      else logged = logTill(log, [stream], redact);
    });
  const started = await container.start();
  if (signal.aborted) await started.stop({ timeout: 0 });
  signal.throwIfAborted();
  let stopping = false;
  const ended = client.container
    .getById(started.getId())
    .wait()
    .then(({ StatusCode }: { readonly StatusCode: number }): TillEnd => {
      return { how: `ended with exit code ${StatusCode}`, isFailure: StatusCode !== 0 };
    });
  return {
    addresses: addressesOf(started, ports),
    ended: new Promise((resolve) => {
      void ended.then(
        async (end) => {
          await logged?.drain();
          if (!stopping) resolve(end);
        },
        () => undefined,
      );
    }),
    [Symbol.asyncDispose]: async () => {
      stopping = true;
      // Whoever pressed Ctrl-C waits two seconds, and then nobody would stop it.
      await started.stop({ timeout: signal.aborted ? 0 : graceMs });
      await logged?.drain();
      logged?.close();
    },
  };
};

const addressesOf = (started: StartedTestContainer, ports: readonly number[]): Readonly<Record<number, string>> =>
  Object.fromEntries(ports.map((port) => [port, `${started.getHost()}:${started.getMappedPort(port)}`]));

/** Whether a till listens yet is tried on its triggers' address, and many listen only once they are active. */
const runningIsEnough = {
  waitUntilReady: () => Promise.resolve(),
  withStartupTimeout: () => runningIsEnough,
  isStartupTimeoutSet: () => false,
  getStartupTimeout: () => 60_000,
};
