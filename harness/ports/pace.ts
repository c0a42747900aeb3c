/** How long somebody usually takes over one thing. */
export interface Pace {
  readonly took: (ms: number) => void;
  /** Whether most of the last took longer than is prompt. */
  readonly isSlow: () => boolean;
}

export interface PaceOptions {
  readonly slowMs: number;
  /** With fewer nothing is known. */
  readonly fewest: number;
}

/** Of the last ones: what was made to fail, or to wait, says nothing of the usual. */
const looksAt = 15;

export const createPace = ({ slowMs, fewest }: PaceOptions): Pace => {
  const taken: number[] = [];
  return {
    took(ms) {
      taken.push(ms);
      if (taken.length > looksAt) taken.shift();
    },
    isSlow() {
      const sorted = taken.toSorted((a, b) => a - b);
      return sorted.length >= fewest && (sorted[Math.floor(sorted.length / 2)] ?? 0) > slowMs;
    },
  };
};
