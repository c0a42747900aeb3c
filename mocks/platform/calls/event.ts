import type { PlatformEvent as ToldEvent } from '#schemas';

/** What happened on the platform, as it happened. The journal, the live stream and the harness all read these. */
export type PlatformEvent =
  | ToldEvent
  /** A call that was answered, or made, has been recorded, or more is known of it; the journal says what. */
  | { readonly at: number; readonly kind: 'exchange'; readonly id: number }
  | { readonly at: number; readonly kind: 'verdict'; readonly id: number };

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;
export type Happening = WithoutTime<PlatformEvent>;

export interface EventStream {
  readonly emit: (happening: Happening) => PlatformEvent;
  /** The answer unsubscribes. */
  readonly subscribe: (listener: (event: PlatformEvent) => void) => () => void;
}

export const createEventStream = (now: () => number): EventStream => {
  const listeners = new Set<(event: PlatformEvent) => void>();
  return {
    emit(happening) {
      const event = { ...happening, at: now() } as PlatformEvent;
      for (const listener of listeners) listener(event);
      return event;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
