import type { BasketLease, Line, MerchantTriggerInputs, TriggerPort } from '#scenarios';

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
