import { UsageError } from '../config/usage-error.ts';
import type { StartedTill } from './till-process.ts';

/** The little of testcontainers that is used here; it is an optional peer, loaded only for `pos.image`. */
interface Testcontainers {
  readonly TestContainers: { exposeHostPorts(...ports: readonly number[]): Promise<void> };
  readonly GenericContainer: new (image: string) => Container;
}
interface Container {
  withEnvironment(environment: Readonly<Record<string, string>>): Container;
  start(): Promise<{ stop(): Promise<unknown> }>;
}

const packageName = 'testcontainers';

/** The platform's address as a container sees it. */
export const seenFromContainer = (url: string): string => {
  const seen = new URL(url);
  seen.hostname = 'host.testcontainers.internal';
  return seen.href.replace(/\/$/, '');
};

/** Starts `pos.image`, with the same variables in its environment as `pos.command` gets. */
export const startTillContainer = async (
  image: string,
  variables: Readonly<Record<string, string>>,
  platformPort: number,
): Promise<StartedTill> => {
  const { TestContainers, GenericContainer } = await load();
  await TestContainers.exposeHostPorts(platformPort);
  const environment = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`CONFORMANCE_${name}`, value]),
  );
  const container = await new GenericContainer(image).withEnvironment(environment).start();
  return {
    ended: new Promise(() => undefined),
    [Symbol.asyncDispose]: async () => void (await container.stop()),
  };
};

const load = async (): Promise<Testcontainers> => {
  try {
    return (await import(packageName)) as Testcontainers;
  } catch {
    throw new UsageError('pos.image needs the package testcontainers: npm install testcontainers.', {
      key: 'pos.image',
    });
  }
};
