import { consolePage, createExchanges } from '#console';
import { serve } from '#mocks/hosting';
import { createPlatform, guardControl } from '#mocks/platform';
import { systemClock } from '#mocks/time';
import type { Config } from '#schemas';
import { type Exchange, secretValues } from '#traffic';
import type { ListenAddress } from '../config/platform-address.ts';
import { secretsIn } from '../config/secrets-in.ts';
import { shapeSettings } from '../config/call-settings.ts';
import { timingOf } from '../config/timing.ts';

export type LivePage = Awaited<ReturnType<typeof openLivePage>>;

export interface LivePageOptions extends ListenAddress {
  /** Asked for by everybody who is not on this machine. */
  readonly token?: string;
}

/**
 * The console over what is watched: every call with its verdict, as it happens. Its platform is one that nobody can call;
 * it keeps the calls of others.
 */
export const openLivePage = async (
  { suite, config, secrets }: { suite: 'merchant' | 'pos'; config: Config; secrets: readonly string[] },
  { token, ...address }: LivePageOptions,
) => {
  const hidden = [...secrets, ...secretsIn(config), ...secretValues(config.merchant?.headers ?? {})];
  const exchanges = createExchanges({
    shapes: () => shapeSettings(config),
    secrets: () => ({ headers: config.merchant?.headers ?? {}, values: hidden }),
    // Nobody who only watches has the secret that a signature is checked with.
    laws: { healthIntervalMs: timingOf(config).healthIntervalMs, signatures: false },
  });
  const platform = createPlatform({
    clock: systemClock,
    hidden,
    mayCall: () => false,
    ports: { exchanges, page: consolePage() },
  });
  const host = await serve(
    guardControl(platform.controlFetch, { token, allowedHosts: config.platform?.allowedHosts }),
    address,
  );
  // All of it is one shop's, or one till's.
  const facts = suite === 'merchant' ? { shop: watched } : { integrationProfileId: watched };
  return {
    url: host.url,
    add: (exchange: Exchange): void => exchanges.add({ ...exchange, facts: { ...exchange.facts, ...facts } }),
    async close(): Promise<void> {
      platform.close();
      await host[Symbol.asyncDispose]();
    },
  };
};

const watched = 'watched';
