/** How long somebody usually takes over one thing. */
export interface Pace {
  readonly took: (ms: number) => void;
  /** Whether most of the last took longer than that; with fewer than `fewest` nothing is known, and nothing exceeded. */
  readonly exceeds: (ms: number, fewest: number) => boolean;
}

/** Of the last ones: what was made to fail, or to wait, says nothing of the usual. */
const looksAt = 15;

export const createPace = (): Pace => {
  const taken: number[] = [];
  return {
    took(ms) {
      taken.push(ms);
      if (taken.length > looksAt) taken.shift();
    },
    exceeds(ms, fewest) {
      const sorted = taken.toSorted((a, b) => a - b);
      // Of two it takes both: one alone may have met a moment in which our own machine was busy.
      return sorted.length >= fewest && (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) > ms;
    },
  };
};
