import { randomUUID } from 'node:crypto';
import type { Basket, DeliveryDetails, Choice, Offer, BasketWish, Checkout } from '#schemas';
import { isOver } from './phase.ts';
import { type CheckoutRunner, resumeCheckout, type RunnerOptions, startCheckout } from './runner.ts';

/** What became of a wish: the checkout as it is now, or why it could not be done. */
export type CheckoutOutcome =
  | { readonly ok: true; readonly checkout: Checkout }
  | { readonly ok: false; readonly reason: string; readonly checkout?: Checkout };

export interface CheckoutsOptions extends RunnerOptions {
  /** Where checkouts lie; those in it go on. */
  readonly kept?: Map<string, Checkout>;
  /** How long, and how many at most, are remembered once they are over; default: for ever. */
  readonly finished?: { readonly keepMs: number; readonly most: number };
}

export type Checkouts = ReturnType<typeof createCheckouts>;

export const createCheckouts = (given: CheckoutsOptions) => {
  const { clock, kept = new Map<string, Checkout>(), finished = { keepMs: Infinity, most: Infinity } } = given;
  const runners = new Map<string, CheckoutRunner>();
  // Since when each is over, the first to be forgotten first.
  const over = new Map<string, number>();
  const options: RunnerOptions = {
    ...given,
    observe(change) {
      const { checkout } = change;
      // Before its effects: what is about to be sent must be known to whoever goes on from here.
      kept.set(checkout.oaOrderId, checkout);
      if (isOver(checkout.phase) && !over.has(checkout.oaOrderId)) over.set(checkout.oaOrderId, change.at);
      given.observe?.(change);
      forget();
    },
  };
  const forget = () => {
    for (const [oaOrderId, at] of over) {
      if (over.size <= finished.most && at + finished.keepMs > clock.now()) break;
      over.delete(oaOrderId);
      kept.delete(oaOrderId);
      runners.get(oaOrderId)?.close();
      runners.delete(oaOrderId);
    }
  };

  for (const [oaOrderId, checkout] of kept) {
    if (isOver(checkout.phase)) over.set(oaOrderId, clock.now());
    runners.set(oaOrderId, resumeCheckout(checkout, options));
  }
  forget();

  const tell = (oaOrderId: string, say: (runner: CheckoutRunner) => string | undefined): CheckoutOutcome => {
    const runner = runners.get(oaOrderId);
    if (runner === undefined) return { ok: false, reason: `There is no checkout ${oaOrderId}.` };
    const reason = say(runner);
    const checkout = runner.checkout();
    return reason === undefined ? { ok: true, checkout } : { ok: false, reason, checkout };
  };

  return {
    /** The user scans the code that holds this basket id. */
    start({ basketId, lock = false }: { readonly basketId: string; readonly lock?: boolean }) {
      forget();
      const runner = startCheckout({ basketId, lock }, options);
      runners.set(runner.checkout().oaOrderId, runner);
      return runner.checkout();
    },
    find: (oaOrderId: string) => runners.get(oaOrderId)?.checkout(),
    list: () => [...runners.values()].map((runner) => runner.checkout()),
    change: (oaOrderId: string, wish: BasketWish) =>
      tell(oaOrderId, (runner) => runner.dispatch({ kind: 'change', wish })),
    /** Without a revision the user confirms the basket as it is now; what else is left out is made up. */
    confirm: (oaOrderId: string, { revision, ...given }: Partial<Choice> & { readonly revision?: number } = {}) =>
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
    /** Locks the basket of this revision, or as it is now; it stays open, and a confirmation does not lock it again. */
    lock: (oaOrderId: string, revision?: number) =>
      tell(oaOrderId, (runner) => {
        const { phase } = runner.checkout();
        if (phase.name !== 'open') return `It cannot be locked now: the checkout is ${phase.name}.`;
        return runner.dispatch({ kind: 'lock', revision: revision ?? phase.offer.revision });
      }),
    /** Its last call is sent again, for the shop to show what it makes of it. */
    repeat: (oaOrderId: string, hangUpAfterMs?: number) => tell(oaOrderId, (runner) => runner.repeat(hangUpAfterMs)),
    cancel: (oaOrderId: string) => tell(oaOrderId, (runner) => runner.dispatch({ kind: 'cancel' })),
    /** A basket change the platform accepted. Answers the checkouts it now shows to their users. */
    pushed: (basket: Basket) =>
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

const buyer = {
  email: 'anna.nowak@mail.example',
  phoneNumber: '+48600100200',
  country: 'PL',
  city: 'Warszawa',
  postalCode: '00-001',
  street: 'Prosta',
  streetNo: '1',
} as const;

/** A choice with what nobody said filled in: the first delivery option, a made-up buyer, one consent. */
export const toChoice = ({ basket }: Offer, given: Partial<Choice> = {}): Choice => {
  const deliveryOption = given.deliveryOption ?? basket.deliveryOptions[0]?.key ?? '';
  return {
    deliveryDetails: detailsFor(deliveryOption),
    // assume/consent-ids
    consents: [{ id: randomUUID(), version: 1 }],
    ...(basket.invoiceAddressMandatory === true && { billingDetails: invoice }),
    ...given,
    deliveryOption,
  };
};

const { email, phoneNumber, ...address } = buyer;
const invoice = { companyName: 'Acme', taxId: '5250000001', ...address };

/** Which fields a type requires is not shown, so those listed for it are sent (assume/delivery-details-required). */
const detailsFor = (method: string): DeliveryDetails => {
  if (method === 'ELECTRONIC') return { type: 'ELECTRONIC', method, email };
  if (!/_(?:PICKUP|APM)$/u.test(method))
    return { type: 'COURIER', method, firstName: 'Anna', lastName: 'Nowak', apartmentNo: '2', ...buyer };
  const point = 'WAW01';
  return {
    type: 'PICKUP',
    method,
    ...(method.endsWith('_APM') && { subType: 'APM' }),
    id: point,
    // assume/pickup-point-key: the text names one key and the example shows the other.
    ...(method === 'INSTORE_PICKUP' && { pointId: point }),
    name: `Point ${point}`,
    ...buyer,
  };
};
