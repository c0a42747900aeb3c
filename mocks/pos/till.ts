import type { Clock } from '#mocks/time';
import type { Config, QueueConfiguration } from '#schemas';
import type { Activation } from './connection/integration.ts';
import type { CallDecorator, PlatformAnswer, Send } from './connection/call.ts';
import type { Sign } from './connection/signature.ts';
import type { WorkDecorator } from './queue/command.ts';
import type { Journal } from './queue/journal.ts';
import type { Delivery, Mailbox, Polling } from './queue/mailbox.ts';
import type { Restaurant } from './restaurant/restaurant.ts';

/** What a till is built from; a fault replaces some of it, and the tills know nothing of that. */
export interface TillParts {
  readonly clock: Clock;
  readonly restaurant: Restaurant;
  readonly journal: Journal;
  readonly sign: Sign;
  /** Around every call to the platform, before it is signed. */
  readonly call: CallDecorator;
  /** Around the work on one command; the outcome is the body of the callback, undefined when none is to be sent. */
  readonly work: WorkDecorator;
  /** What the answer to an activation grants; undefined when it is refused. */
  readonly readActivation: (answer: PlatformAnswer) => Activation | undefined;
  readonly openMailbox: (configuration: QueueConfiguration) => Promise<Mailbox>;
  readonly polling: Polling;
  readonly heartbeatMs: number;
  /** It was killed and comes up again: what it does not keep is gone. */
  readonly restarted: () => void;
  /** What must not overtake each other shares a lane. */
  readonly laneOf: (delivery: Delivery) => string;
}

export interface Till {
  /** Its back office, where the triggers of its configuration go. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** A complete configuration: tax id, fixtures and triggers. */
  readonly configuration: (baseUrl: string) => Config;
  /** Stops polling and reporting; a long poll under way is hung up. */
  readonly stop: () => Promise<void>;
}

export interface TillKind extends Pick<TillParts, 'polling' | 'heartbeatMs' | 'laneOf'> {
  readonly restaurant: (now: () => number) => Restaurant;
  readonly openMailbox: (
    configuration: QueueConfiguration,
    world: { readonly clock: Clock; readonly send: Send | undefined },
  ) => Promise<Mailbox>;
  readonly open: (parts: TillParts, world: { readonly send: Send; readonly wallNow: () => number }) => Till;
}
