import { createPlatform } from '#mocks/platform';
import { serve as serveOnSocket } from '#mocks/hosting';
import type { Clock } from '#mocks/time';
import type { PlatformSettings } from '#schemas';
import type { PushedChange, ReceivingPlatform } from '#scenarios';
import { recordInbound } from '../exchanges/inbound.ts';
import { readJson } from '../exchanges/json-body.ts';
import type { Recorder } from '../exchanges/recorder.ts';
import type { HostedPlatform } from './platform-port.ts';

export interface ReceivingPlatformDeps {
  readonly settings: PlatformSettings | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly recorder: Recorder;
  readonly scenario: () => string;
  readonly onChange: (change: PushedChange) => void;
  readonly onUnexpected: (what: string, exchange: number) => void;
  readonly serve?: typeof serveOnSocket;
}

const defaultPath = '/merchant/v1/baskets/change';

export const hostReceivingPlatform = async (deps: ReceivingPlatformDeps): Promise<HostedPlatform> => {
  const { settings, clock, signal, recorder } = deps;
  const path = settings?.paths?.basketChange ?? defaultPath;
  const platform = createPlatform({ clock, paths: { basketChange: path } });
  const changes = createChanges(clock, signal);
  const fetch = recordInbound((request) => platform.fetch(request), {
    recorder,
    clock,
    scenario: deps.scenario,
    operationOf: (requested) => (requested === path ? 'basketChange' : 'unknown'),
    onExchange: ({ n, method, path: requested, body, status, receivedAt }) => {
      if (requested !== path || method !== 'POST') {
        deps.onUnexpected(`${method} ${requested}, which the platform does not serve`, n);
        return;
      }
      const json = readJson(body);
      const change = { body: json.ok ? json.value : undefined, receivedAt, status: status ?? 0, exchange: n };
      deps.onChange(change);
      changes.add(change);
    },
  });
  const served = await (deps.serve ?? serveOnSocket)(fetch, listenOn(settings?.listen));
  return {
    port: {
      url: settings?.publicUrl ?? served.url,
      nextChange: changes.next,
      rejectNext: (error) => platform.basketChanges.rejectNext(error),
    },
    loaded: (basketId) => platform.basketChanges.loaded(basketId),
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
};

/** `127.0.0.1:0`, `[::1]:8080`, `8080` */
const listenOn = (listen: string | undefined): { hostname?: string; port?: number } => {
  const match = /^(?:(?<host>.*):)?(?<port>\d+)$/.exec(listen ?? '');
  const hostname = match?.groups?.['host']?.replace(/^\[(.*)\]$/, '$1');
  return {
    ...(hostname !== undefined && hostname !== '' && { hostname }),
    ...(match?.groups?.['port'] !== undefined && { port: Number(match.groups['port']) }),
  };
};

interface Waiter {
  readonly matches: (change: PushedChange) => boolean;
  readonly take: (change: PushedChange) => void;
}

/** Pushes nobody waited for are kept: a target may push before the trigger that asked for it has answered. */
const createChanges = (
  clock: Clock,
  signal: AbortSignal,
): { add(change: PushedChange): void; next: ReceivingPlatform['nextChange'] } => {
  const unclaimed: PushedChange[] = [];
  const waiters = new Set<Waiter>();
  return {
    add(change) {
      for (const waiter of waiters) {
        if (!waiter.matches(change)) continue;
        waiter.take(change);
        return;
      }
      unclaimed.push(change);
      if (unclaimed.length > 100) unclaimed.shift();
    },
    next: (matches, withinMs) => {
      const index = unclaimed.findIndex(matches);
      if (index >= 0) return Promise.resolve(unclaimed.splice(index, 1)[0]);
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          cancel();
          waiters.delete(waiter);
          signal.removeEventListener('abort', abort);
        };
        const abort = (): void => {
          settle();
          reject(signal.reason as Error);
        };
        const waiter: Waiter = {
          matches,
          take: (change) => {
            settle();
            resolve(change);
          },
        };
        const cancel = clock.after(withinMs, () => {
          settle();
          resolve(undefined);
        });
        waiters.add(waiter);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
  };
};
