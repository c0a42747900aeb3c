import type { TillTraffic } from '../../till-traffic.ts';

/** Reads a call once, and says the same to all who ask. Weak: of tills without number, each would keep the last that it said, however long. */
export const onceEach = <Step extends object>(read: (seen: TillTraffic) => Step): ((seen: TillTraffic) => Step) => {
  const steps = new WeakMap<TillTraffic, Step>();
  return (seen) => {
    const step = steps.get(seen) ?? read(seen);
    steps.set(seen, step);
    return step;
  };
};
