import type { BasketLease, Line, MerchantTriggerInputs, TriggerPort } from '#scenarios';
import type { Facts } from '#traffic';

/** With which user each basket of a run was made, so that it can be told whether it is shown with that of another. */
export type MadeBaskets = ReturnType<typeof createMadeBaskets>;

export const createMadeBaskets = () => {
  const made = new Map<string, Facts['made']>();
  return {
    // One id for two baskets is a fixture of the target's, whoever it was made for first.
    note(basketId: string, loggedUser: string | undefined): void {
      made.set(basketId, made.has(basketId) ? undefined : { ...(loggedUser !== undefined && { loggedUser }) });
    },
    /** Undefined where the run had not made it, or more than once. */
    of: (basketId: string): Facts['made'] => made.get(basketId),
  };
};

export interface BasketWish {
  readonly lines: readonly Line[];
  readonly discountCodes?: readonly string[] | undefined;
  readonly loggedUser?: string | undefined;
}

/** A basket made by the createBasket trigger for just these lines. */
export const madeBasket = async (
  triggers: Pick<TriggerPort<MerchantTriggerInputs>, 'fire'>,
  { lines, discountCodes, loggedUser }: BasketWish,
): Promise<BasketLease> => {
  const fired = await triggers.fire('createBasket', {
    lines,
    ...(discountCodes !== undefined && { discountCodes }),
    ...(loggedUser !== undefined && { loggedUser }),
  });
  if (fired.kind === 'unavailable') return fired;
  const { result } = fired;
  if ((typeof result !== 'string' || result === '') && typeof result !== 'number')
    return {
      kind: 'unavailable',
      reason: `the createBasket trigger answered ${JSON.stringify(result)?.slice(0, 80)}, which is no basket id`,
      unlock: 'triggers.createBasket',
    };
  return { kind: 'leased', basketId: String(result), origin: 'trigger' };
};
