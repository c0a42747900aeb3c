/** An order may be under way for so long, and is seen once it is answered. */
const underWayMs = 30_000;
const mostKept = 20;

/** What an order that is still under way may explain. */
export const createDoubts = <Doubt extends { readonly answeredAt: number }>() => {
  let doubts: readonly Doubt[] = [];
  return {
    add(doubt: Doubt): void {
      if (doubts.length < mostKept) doubts = [...doubts, doubt];
    },
    explain(isExplained: (doubt: Doubt) => boolean): void {
      doubts = doubts.filter((one) => !isExplained(one));
    },
    /** Those that no order can explain any more; each once. */
    due(now: number): readonly Doubt[] {
      const due = doubts.filter(({ answeredAt }) => now - answeredAt >= underWayMs);
      if (due.length > 0) doubts = doubts.filter((one) => !due.includes(one));
      return due;
    },
  };
};
