import type { Exchange } from '#traffic';
import type { PlatformEvent } from './event.ts';

/** A call in either direction; whoever keeps it gives it its number. */
export type Tapped = Omit<Exchange, 'n'>;

/** What came of a call: an answer, or why there is none. */
export type Outcome = Pick<Tapped, 'response' | 'failure'>;

/** Told of every call once it is complete and before the answer leaves, with the events it caused. */
export type Tap = (exchange: Tapped, caused: readonly PlatformEvent[]) => void;
