import type { Clock } from '#mocks/time';
import type { Config, QueueConfiguration } from '#schemas';
import type { Activation } from './activation.ts';
import type { Command } from './command.ts';
import type { Journal } from './journal.ts';
import type { Json } from './json.ts';
import type { Delivery, Mailbox } from './mailbox.ts';
import type { PlatformAnswer, PlatformCall } from './platform-line.ts';
import type { Sign } from './signature.ts';
import type { Venue } from './venue/venue.ts';

export type Send = (request: Request) => Promise<Response>;

/** Takes the place of a step, which it is given. */
type Around<Input, Output> = (input: Input, step: (input: Input) => Promise<Output>) => Promise<Output>;

/** What a till is built from; a fault replaces some of it, and the tills know nothing of that. */
export interface TillParts {
  readonly clock: Clock;
  readonly venue: Venue;
  readonly journal: Journal;
  readonly sign: Sign;
  /** Around every call to the platform, before it is signed. */
  readonly call: Around<PlatformCall, PlatformAnswer>;
  /** Around the work on one command; the outcome is the body of the callback, undefined when none is to be sent. */
  readonly work: Around<Command, Json | undefined>;
  /** What the answer to an activation grants; undefined when it is refused. */
  readonly readActivation: (answer: PlatformAnswer) => Activation | undefined;
  readonly openMailbox: (configuration: QueueConfiguration) => Promise<Mailbox>;
  readonly polling: Polling;
  readonly heartbeatMs: number;
  /** What must not overtake each other shares a lane. */
  readonly laneOf: (delivery: Delivery) => string;
}

export interface Polling {
  readonly waitSeconds: number;
  readonly max: number;
}

export interface Till {
  /** The till's own back office, where the triggers of its configuration go. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly configuration: (baseUrl: string) => Config;
  /** Stops polling and reporting. */
  readonly stop: () => Promise<void>;
}

/** A way to build a till. */
export interface TillKind {
  readonly venue: (now: () => number) => Venue;
  readonly openMailbox: (
    configuration: QueueConfiguration,
    world: { readonly clock: Clock; readonly send: Send | undefined },
  ) => Promise<Mailbox>;
  readonly polling: Polling;
  readonly heartbeatMs: number;
  readonly laneOf: TillParts['laneOf'];
  readonly open: (parts: TillParts, world: { readonly send: Send; readonly wallNow: () => number }) => Till;
}
