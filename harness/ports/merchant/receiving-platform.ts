import { serve as serveOnSocket } from '#mocks/hosting';
import { type PlatformOptions, createPlatform } from '#mocks/platform';
import type { Clock } from '#mocks/time';
import type { PushedChange, ReceivingPlatform } from '#scenarios';
import type { Exchange } from '#traffic';
import type { PlatformAddress } from '../../config/platform-address.ts';
import { recordExchange } from '../record-exchange.ts';
import type { Recorder } from '../recorder.ts';
import { createWaiters } from '../waiters.ts';

export interface ReceivingPlatformDeps {
  readonly options: Pick<PlatformOptions, 'paths' | 'shapes'>;
  /** Where it listens, and where its merchant reaches it when that is elsewhere. */
  readonly address: PlatformAddress;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly recorder: Recorder;
  /** On whose account a call goes. */
  readonly scenario: (exchange: Exchange) => string;
  /** Everything the target sends, after it was recorded; whether something is said of it. */
  readonly judge: (exchange: Exchange) => boolean;
  readonly onUnexpected: (what: string, exchange: number) => void;
  readonly serve?: typeof serveOnSocket;
}

export const hostReceivingPlatform = async (deps: ReceivingPlatformDeps): Promise<HostedPlatform> => {
  const { options, address, clock, signal, recorder } = deps;
  const changes = createChanges(clock, signal);
  const platform = createPlatform({
    ...options,
    clock,
    tap(tapped) {
      const exchange = { ...tapped, n: recorder.number() };
      const { n, at, call, request, response } = exchange;
      const isPush = call.name === 'basketChange';
      recordExchange(recorder, exchange, {
        scenario: deps.scenario(exchange),
        operation: isPush ? call.name : 'unknown',
      });
      const isJudged = deps.judge(exchange);
      if (!isPush) {
        const [path = ''] = request.url.split('?', 1);
        if (!isJudged) deps.onUnexpected(`${request.method} ${path}, which the platform does not serve`, n);
        return;
      }
      const { json } = request.body;
      changes.add({
        body: json.ok ? json.value : undefined,
        receivedAt: at,
        status: response?.status ?? 0,
        exchange: n,
      });
    },
  });
  const served = await (deps.serve ?? serveOnSocket)(platform.fetch, address.listen);
  return {
    port: {
      url: address.publicUrl ?? served.url,
      nextChange: changes.next,
      rejectNext: (error) => platform.basketChanges.rejectNext(error),
    },
    loaded: (basketId) => platform.basketChanges.loaded(basketId),
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
};

/** Pushes nobody waited for are kept: a target may push before the trigger that asked for it has answered. */
const createChanges = (
  clock: Clock,
  signal: AbortSignal,
): { add(change: PushedChange): void; next: ReceivingPlatform['nextChange'] } => {
  const unclaimed: PushedChange[] = [];
  const waiters = createWaiters<PushedChange>(clock, signal);
  return {
    add(change) {
      if (waiters.offer(change, 'one')) return;
      unclaimed.push(change);
      if (unclaimed.length > 100) unclaimed.shift();
    },
    next: (matches, withinMs) => {
      const index = unclaimed.findIndex(matches);
      if (index >= 0) return Promise.resolve(unclaimed.splice(index, 1)[0]);
      return waiters.wait(matches, withinMs);
    },
  };
};

export interface HostedPlatform extends AsyncDisposable {
  readonly port: ReceivingPlatform;
  /** The platform has loaded this basket, so that its merchant may push changes of it. */
  loaded(basketId: string): void;
}

/** For runs in which no merchant can be told where to push. */
export const silentPlatform: HostedPlatform = {
  port: { url: '', nextChange: () => Promise.resolve(undefined), rejectNext: () => undefined },
  loaded: () => undefined,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
