/** Timers of a clock that is moved by hand: due ones first, equal ones in the order they were set. */
export const createTimers = () => {
  const waiting = new Set<{ readonly at: number; readonly fire: () => void }>();
  // A Set keeps insertion order, and only an earlier time replaces the best so far.
  const earliest = () => {
    let best: { readonly at: number; readonly fire: () => void } | undefined;
    for (const timer of waiting) if (!best || timer.at < best.at) best = timer;
    return best;
  };
  return {
    /** The answer cancels it. */
    add: (at: number, fire: () => void) => {
      const timer = { at, fire };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    next: () => earliest()?.at,
    fireNext: () => {
      const timer = earliest();
      if (!timer) return;
      waiting.delete(timer);
      timer.fire();
    },
  };
};
