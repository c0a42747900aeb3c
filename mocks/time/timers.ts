/** Of what waits that which falls due first; of equal ones the first that was set, since a Set keeps their order. */
export const earliest = <Timer extends { readonly at: number }>(waiting: Iterable<Timer>): Timer | undefined => {
  let best: Timer | undefined;
  for (const timer of waiting) if (best === undefined || timer.at < best.at) best = timer;
  return best;
};
