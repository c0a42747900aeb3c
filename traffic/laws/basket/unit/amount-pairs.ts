/** The price of one, and what a line of them comes to; there may be an offer for several, but for those before discount. */
export const amountPairs = [
  ['unitPrice', 'linePrice'],
  ['originalUnitPrice', 'originalLinePrice'],
] as const;
