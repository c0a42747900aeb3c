import type { BasketChangeError } from './api/basket-change.ts';

/** What happened on the platform, as it happened. The journal, the live stream and the harness all read these. */
export type PlatformEvent = { readonly at: number } & (
  | {
      readonly kind: 'basket-change';
      readonly body: unknown;
      readonly status: number;
      readonly error?: BasketChangeError;
    }
  /** A request to a path the platform does not serve; answered 404. */
  | { readonly kind: 'unknown-path'; readonly method: string; readonly path: string }
  /** A bug of ours, answered 500. */
  | { readonly kind: 'broken'; readonly method: string; readonly path: string; readonly reason: string }
);

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;
export type Happening = WithoutTime<PlatformEvent>;

export interface EventStream {
  readonly emit: (happening: Happening) => void;
  /** The answer unsubscribes. */
  readonly subscribe: (listener: (event: PlatformEvent) => void) => () => void;
}

export const createEventStream = (now: () => number): EventStream => {
  const listeners = new Set<(event: PlatformEvent) => void>();
  return {
    emit(happening) {
      const event = { ...happening, at: now() } as PlatformEvent;
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
