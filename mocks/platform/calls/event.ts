import type { PlatformEvent as ToldEvent } from '#schemas';
import type { Exchange } from '#traffic';

/** What happened on the platform, as it happened. The journal, the live stream and the harness all read these. */
export type PlatformEvent =
  | ToldEvent
  /** A call that was answered, or made, has been recorded, or more is known of it; the journal says what. */
  | { readonly at: number; readonly kind: 'exchange'; readonly id: number }
  | { readonly at: number; readonly kind: 'verdict'; readonly id: number };

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;
export type Happening = WithoutTime<PlatformEvent>;

export type EventStream = ReturnType<typeof createEventStream>;

export const createEventStream = (now: () => number) => {
  const listeners = new Set<(event: PlatformEvent) => void>();
  return {
    emit(happening: Happening) {
      const event = { ...happening, at: now() } as PlatformEvent;
      for (const listener of listeners) listener(event);
      return event;
    },
    /** The answer unsubscribes. */
    subscribe(listener: (event: PlatformEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** A call in either direction; whoever keeps it gives it its number. */
export type Tapped = Omit<Exchange, 'n'>;

/** What came of a call: an answer, or why there is none. */
export type Outcome = Pick<Tapped, 'response' | 'failure'>;

/** Told of every call once it is complete and before the answer leaves, with the events it caused. */
export type Tap = (exchange: Tapped, caused: readonly PlatformEvent[]) => void;
