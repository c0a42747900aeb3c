import { optionalPackage } from './optional-package.ts';
import type { Fetch } from './serve.ts';

/** Mocks answering inside this process. */
export interface InProcess {
  /** What is asked afterwards goes to the network again. */
  readonly unmount: () => void;
}

export interface InProcessOptions {
  /** What becomes of requests to other origins. Default: they go to the network as always. */
  readonly otherRequests?: 'bypass' | 'error';
}

/**
 * Answers every request of this process to these origins with a mock, whatever client makes it (fetch, node:http, an AWS
 * SDK): no sockets, no ports. For a team's own unit tests.
 */
export const mountInProcess = async (
  mounts: Readonly<Record<string, Fetch>>,
  { otherRequests = 'bypass' }: InProcessOptions = {},
): Promise<InProcess> => {
  const { http, setupServer } = await loadMsw();
  const handlers = Object.entries(mounts).map(([origin, fetch]) =>
    http.all(`${originOf(origin)}/*`, async ({ request }) => await fetch(request)),
  );
  const server = setupServer(...handlers);
  server.listen({ onUnhandledFrame: otherRequests });
  return { unmount: () => server.close() };
};

const loadMsw = async () =>
  optionalPackage('msw', 'An in-process mount', async () => {
    const [{ http }, { setupServer }] = await Promise.all([import('msw/http'), import('msw/node')]);
    return { http, setupServer };
  });

const originOf = (address: string): string => {
  const origin = URL.canParse(address) ? new URL(address).origin : 'null';
  if (origin === 'null' || origin !== address.replace(/\/$/, ''))
    throw new TypeError(
      `${address} is no origin: give a scheme, a host and no path, such as https://platform.example.`,
    );
  return origin;
};
