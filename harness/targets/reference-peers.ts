import type { Fault } from '#mocks/faults';
import { createReferenceMerchant, type MerchantFault, merchantFaults, merchantVariants } from '#mocks/merchant';
import { createPlatform, type PlatformFault, platformFaults } from '#mocks/platform';
import { createReferenceTill, loadQueueClient, type PosFault, posFaults, posVariants } from '#mocks/pos';
import { type Clock, createAdjustableClock, systemClock } from '#mocks/time';
import type { Config } from '#schemas';

export interface Peer {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly configuration: (baseUrl: string) => Config;
  readonly stop?: () => Promise<void>;
}

export interface PeerOptions {
  readonly faults?: readonly string[];
  /** What each of its five calls takes longer, or its work on a command. */
  readonly latencyMs?: number;
  /** Products of a merchant. */
  readonly catalogueSize?: number | undefined;
}

/** The reference peers of one party, and what can be wrong with them. */
export interface Peers {
  readonly variants: readonly string[];
  readonly faults: Readonly<Record<string, Fault & { readonly variants?: readonly string[] }>>;
  readonly create: (variant: string, clock: Clock, options?: PeerOptions) => Peer;
  /**
   * What is to be loaded before the clock starts, which does not notice that something is being loaded. Throws a
   * MissingPackageError for a variant that needs what is not installed.
   */
  readonly prepare?: (variant: string) => Promise<unknown>;
  /** The clock of the run; a warped one unless told. */
  readonly clock?: Clock;
}

export const provable = ['merchant', 'pos', 'platform'] as const;
export type Provable = (typeof provable)[number];

export interface FaultTables {
  readonly merchant: Readonly<Record<string, MerchantFault>>;
  readonly pos: Readonly<Record<string, PosFault>>;
  readonly platform: Readonly<Record<string, PlatformFault>>;
}

export const peersWith = (known: FaultTables): Readonly<Record<Provable, Peers>> => ({
  merchant: {
    variants: merchantVariants,
    faults: known.merchant,
    create: (variant, clock, { faults = [], latencyMs = 0, catalogueSize } = {}) =>
      createReferenceMerchant({
        variant: named(merchantVariants, variant),
        clock,
        faults: faults.map((fault) => valueOf(known.merchant, fault)),
        latencyMs,
        ...(catalogueSize !== undefined && { catalogueSize }),
      }),
  },
  pos: {
    variants: posVariants,
    prepare: async (variant) => (variant === 'copper' ? await loadQueueClient() : undefined),
    faults: known.pos,
    create: (variant, clock, { faults = [], latencyMs = 0 } = {}) =>
      createReferenceTill({
        variant: named(posVariants, variant),
        clock,
        faults: faults.map((fault) => valueOf(known.pos, fault)),
        latencyMs,
      }),
  },
  platform: {
    variants: ['mock'],
    faults: known.platform,
    // Its time is moved through its control API, and what happens over sockets in between takes real time.
    clock: systemClock,
    create: (_variant, _clock, { faults = [] } = {}) => {
      const platform = createPlatform({
        clock: createAdjustableClock(),
        faults: faults.map((fault) => valueOf(known.platform, fault)),
      });
      return {
        fetch: (request) => {
          const { pathname, search } = new URL(request.url);
          return pathname.startsWith(control)
            ? platform.controlFetch(
                new Request(new URL(`${pathname.slice(control.length)}${search}`, request.url), request),
              )
            : platform.fetch(request);
        },
        configuration: (baseUrl) => ({ platform: { url: baseUrl, controlUrl: `${baseUrl}${control}` } }),
        stop: async () => platform.close(),
      };
    },
  },
});

/** With the published faults. */
export const peers = peersWith({ merchant: merchantFaults, pos: posFaults, platform: platformFaults });

// The platform itself serves nothing there.
const control = '/control';

const valueOf = <Value>(table: Readonly<Record<string, Value>>, given: string): Value => {
  const value = table[given];
  if (value === undefined) throw new Error(`there is no fault ${given}`);
  return value;
};

const named = <Name extends string>(names: readonly Name[], given: string): Name => {
  const name = names.find((known) => known === given);
  if (name === undefined) throw new Error(`there is no ${given} among ${names.join(', ')}`);
  return name;
};
