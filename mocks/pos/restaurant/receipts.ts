export interface Receipt {
  readonly number: string;
  readonly issuedAt: number;
  readonly total: number;
}

export interface Receipts {
  readonly issue: (total: number) => Receipt;
}

/** Numbers receipts through, as tax law has it. */
export const createReceipts = (now: () => number, toNumber: (sequence: number) => string): Receipts => {
  let issued = 0;
  return {
    issue: (total) => {
      issued += 1;
      return { number: toNumber(issued), issuedAt: now(), total };
    },
  };
};
