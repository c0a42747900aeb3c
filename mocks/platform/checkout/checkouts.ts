import type { Basket } from '#schemas';
import { toChoice } from './default-choice.ts';
import type { Choice } from './offer.ts';
import { isOver } from './phase.ts';
import type { BasketWish } from './requests.ts';
import { type CheckoutRunner, type RunnerOptions, startCheckout } from './runner.ts';
import type { Checkout } from './step.ts';

/** What became of a wish: the checkout as it is now, or why it could not be done. */
export type CheckoutOutcome =
  | { readonly ok: true; readonly checkout: Checkout }
  | { readonly ok: false; readonly reason: string; readonly checkout?: Checkout };

/** The checkouts at one merchant, by their oaOrderId. */
export interface Checkouts {
  /** The user scans the code that holds this basket id. */
  start(request: { readonly basketId: string; readonly lock?: boolean }): Checkout;
  find(oaOrderId: string): Checkout | undefined;
  list(): readonly Checkout[];
  change(oaOrderId: string, wish: BasketWish): CheckoutOutcome;
  /** Without a revision the user confirms the basket as it is now; what else is left out is made up. */
  confirm(oaOrderId: string, confirmation?: Partial<Choice> & { readonly revision?: number }): CheckoutOutcome;
  cancel(oaOrderId: string): CheckoutOutcome;
  /** A basket change the platform accepted. Answers the checkouts it now shows to their users. */
  pushed(basket: Basket): readonly Checkout[];
  close(): void;
}

export const createCheckouts = (options: RunnerOptions): Checkouts => {
  const runners = new Map<string, CheckoutRunner>();

  const tell = (oaOrderId: string, say: (runner: CheckoutRunner) => string | undefined): CheckoutOutcome => {
    const runner = runners.get(oaOrderId);
    if (runner === undefined) return { ok: false, reason: `There is no checkout ${oaOrderId}.` };
    const reason = say(runner);
    const checkout = runner.checkout();
    return reason === undefined ? { ok: true, checkout } : { ok: false, reason, checkout };
  };

  return {
    start({ basketId, lock = false }) {
      const runner = startCheckout({ basketId, lock }, options);
      runners.set(runner.checkout().oaOrderId, runner);
      return runner.checkout();
    },
    find: (oaOrderId) => runners.get(oaOrderId)?.checkout(),
    list: () => [...runners.values()].map((runner) => runner.checkout()),
    change: (oaOrderId, wish) => tell(oaOrderId, (runner) => runner.dispatch({ kind: 'change', wish })),
    confirm: (oaOrderId, { revision, ...given } = {}) =>
      tell(oaOrderId, (runner) => {
        const { phase } = runner.checkout();
        if (phase.name !== 'open') return `It cannot be confirmed now: the checkout is ${phase.name}.`;
        const { offer } = phase;
        return runner.dispatch({
          kind: 'confirm',
          revision: revision ?? offer.revision,
          choice: toChoice(offer, given),
        });
      }),
    cancel: (oaOrderId) => tell(oaOrderId, (runner) => runner.dispatch({ kind: 'cancel' })),
    pushed: (basket) =>
      [...runners.values()].flatMap((runner) => {
        const { phase } = runner.checkout();
        if (isOver(phase) || !('offer' in phase) || phase.offer.basket.id !== basket.id) return [];
        return runner.dispatch({ kind: 'basket-pushed', basket }) === undefined ? [runner.checkout()] : [];
      }),
    close() {
      for (const runner of runners.values()) runner.close();
    },
  };
};
