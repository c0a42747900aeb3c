import type { Clock } from '#mocks/time';
import { pathsOf, type ShapeSettings } from '#schemas';
import { defaultEventIdPlace, type EventIdPlace } from '#traffic';
import { type StateStore, volatileStore } from '../persistence/index.ts';
import type { ControlPorts } from './ports.ts';
import type { QueueBackend } from '../queue/backend.ts';
import type { FifoQueueOptions } from '../queue/fifo/fifo-queue.ts';
import { defaultRetention, type Retention } from './retention.ts';
import { type SchemeSettings, toScheme } from '../signatures/settings.ts';
import type { Tap } from '../calls/event.ts';

export interface PlatformOptions {
  readonly clock: Clock;
  /** Real time in epoch ms, for signatures; a peer knows nothing of a clock that is moved by hand. Default: Date.now. */
  readonly wallNow?: () => number;
  /** Paths the specification does not show (assume/basket-change-path, assume/health-path-and-interval, assume/event-paths). */
  readonly paths?: {
    readonly basketChange?: string | undefined;
    readonly health?: string | undefined;
    /** With {messageKind} in it. */
    readonly events?: string | undefined;
  };
  readonly timing?: {
    readonly pinLifetimeMs?: number;
    readonly healthTimeoutMs?: number;
    readonly tipLinkLifetimeMs?: number;
    readonly clockSkewMs?: number;
  };
  readonly signature?: {
    readonly mode?: SignatureMode;
    readonly scheme?: SchemeSettings;
    /** Sign the platform's own answers to authenticated calls with this; absent: they are not signed. */
    readonly responses?: SchemeSettings;
  };
  readonly queue?: Pick<FifoQueueOptions, 'visibilityMs' | 'retentionMs' | 'groupBatching' | 'abortedPoll'> & {
    readonly region?: string;
    readonly allowChangeVisibility?: boolean;
    /** Queues elsewhere by name instead of embedded ones; on real time, and kept there. */
    readonly remote?: (name: string) => QueueBackend;
  };
  readonly eventId?: EventIdPlace;
  /** What the platform knows of the shapes of its merchants' baskets: their delivery option keys, and overlays. */
  readonly shapes?: ShapeSettings;
  /** `wrapper`: the property that holds the list of tip recipients; empty: the answer is the list itself. */
  readonly tipRecipients?: { readonly wrapper?: string; readonly putStatus?: number };
  /** Where peers reach the platform, when that is not where they called: the origin of the queue URL. */
  readonly publicUrl?: string;
  /** Where state and messages are kept; absent: nowhere, they end with the process. */
  readonly store?: StateStore;
  /** How long commands, PINs, event ids and baskets are remembered, and how many of each at one location. */
  readonly retention?: Partial<Retention>;
  /** What the control API can do only with a hand from its host. */
  readonly ports?: ControlPorts;
  /** Told of every call in both directions; the platform itself neither keeps nor judges any. */
  readonly tap?: Tap;
  /** Secrets of the host, such as what its configuration took from the environment: shown nowhere. */
  readonly hidden?: readonly string[];
  /** Whether the engines may call this address. Default: any. */
  readonly mayCall?: (address: URL) => boolean;
  /** How calls to a merchant leave. Default: over the network. */
  readonly send?: (request: Request) => Promise<Response>;
}

/** `warn`: a bad signature is told and let pass. `off`: nobody looks. Either way the API key says who calls. */
export type SignatureMode = 'off' | 'warn' | 'enforce';

const minute = 60_000;

export type Settings = ReturnType<typeof toSettings>;

export const toSettings = ({
  paths = {},
  timing = {},
  signature = {},
  queue,
  eventId = defaultEventIdPlace,
  shapes = {},
  tipRecipients,
  publicUrl,
  store = volatileStore,
  retention,
}: PlatformOptions) => ({
  paths: pathsOf(paths),
  timing: {
    pinLifetimeMs: 10 * minute,
    healthTimeoutMs: 3 * minute,
    tipLinkLifetimeMs: 7 * 24 * 60 * minute,
    clockSkewMs: 5 * minute,
    ...timing,
  },
  signatureMode: signature.mode ?? 'enforce',
  scheme: toScheme(signature.scheme),
  responseScheme: signature.responses && toScheme(signature.responses),
  queue: { region: 'eu-central-1', ...queue },
  eventId,
  shapes,
  tipRecipients: { wrapper: 'tipRecipients', putStatus: 200, ...tipRecipients },
  publicUrl: publicUrl?.replace(/\/+$/, ''),
  store,
  retention: { ...defaultRetention, ...retention },
});
