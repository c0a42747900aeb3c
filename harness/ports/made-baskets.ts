import type { Facts } from '#traffic';

/** With which user each basket of a run was made, so that it can be told whether it is shown with that of another. */
export interface MadeBaskets {
  note(basketId: string, loggedUser: string | undefined): void;
  /** Undefined where the run had not made it, or more than once. */
  of(basketId: string): Facts['made'];
}

export const createMadeBaskets = (): MadeBaskets => {
  const made = new Map<string, Facts['made']>();
  return {
    // One id for two baskets is a fixture of the target's, whoever it was made for first.
    note: (basketId, loggedUser) =>
      made.set(basketId, made.has(basketId) ? undefined : { ...(loggedUser !== undefined && { loggedUser }) }),
    of: (basketId) => made.get(basketId),
  };
};
