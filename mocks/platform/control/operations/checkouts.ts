import type { Checkout } from '#schemas';
import type { CheckoutOutcome, Checkouts } from '../../engines/checkout/index.ts';
import type { Shops } from '../../engines/shops/shops.ts';
import { ControlError, operationsOn } from '../declaration/fields.ts';
import { reachableShop, shopIn } from './shop-in.ts';

export type CheckoutControl = ReturnType<typeof createCheckoutControl>;

export const createCheckoutControl = ({ shops }: { readonly shops: Pick<Shops, 'get'> }) => {
  const shopOf = shopIn(shops);
  return {
    startCheckout: (name: string, request: Parameters<Checkouts['start']>[0]): Checkout =>
      reachableShop(shopOf(name), name, 'basketUrl', 'recalculateUrl', 'orderUrl').checkouts.start(request),
    checkouts: (name: string): readonly Checkout[] => shopOf(name).checkouts.list(),
    checkout(name: string, oaOrderId: string): Checkout {
      const checkout = shopOf(name).checkouts.find(oaOrderId);
      if (checkout === undefined) throw new ControlError(404, 'UnknownCheckout', `There is no checkout ${oaOrderId}.`);
      return checkout;
    },
    tellCheckout(name: string, tell: (checkouts: Checkouts) => CheckoutOutcome): Checkout {
      const told = tell(shopOf(name).checkouts);
      if (told.ok) return told.checkout;
      throw new ControlError(told.checkout === undefined ? 404 : 409, 'NotPossible', told.reason);
    },
  };
};

export const checkoutOperations = operationsOn<CheckoutControl>()({
  'POST /shops/{name}/checkouts': {
    summary: 'A user scans the code of a basket',
    fields: { basketId: { type: 'string', required: true }, lock: { type: 'boolean' } },
    run: (control, { name, ...request }) => control.startCheckout(name, request),
  },
  'GET /shops/{name}/checkouts': {
    summary: 'The checkouts of a shop',
    run: (control, { name }) => ({ checkouts: control.checkouts(name) }),
  },
  'GET /shops/{name}/checkouts/{oaOrderId}': {
    summary: 'Where a checkout stands',
    run: (control, { name, oaOrderId }) => control.checkout(name, oaOrderId),
  },
  'POST /shops/{name}/checkouts/{oaOrderId}/change': {
    summary: 'The user changes quantities or discount codes',
    fields: {
      quantities: { type: 'object', description: 'By product id' },
      discountCodes: { type: 'array' },
    },
    run: (control, { name, oaOrderId, quantities, discountCodes }) =>
      control.tellCheckout(name, (checkouts) =>
        checkouts.change(oaOrderId, {
          ...(quantities !== undefined && { quantities }),
          ...(discountCodes !== undefined && { discountCodes: discountCodes.map(String) }),
        }),
      ),
  },
  'POST /shops/{name}/checkouts/{oaOrderId}/confirm': {
    summary: 'The user confirms; what is left out is made up',
    fields: {
      revision: { type: 'integer' },
      deliveryOption: { type: 'string' },
      deliveryDetails: { type: 'object' },
      billingDetails: { type: 'object' },
    },
    run: (control, { name, oaOrderId, ...confirmation }) =>
      control.tellCheckout(name, (checkouts) => checkouts.confirm(oaOrderId, confirmation)),
  },
  'POST /shops/{name}/checkouts/{oaOrderId}/lock': {
    summary: 'Locks the basket, which stays open; confirming it does not lock it again',
    fields: { revision: { type: 'integer' } },
    run: (control, { name, oaOrderId, revision }) =>
      control.tellCheckout(name, (checkouts) => checkouts.lock(oaOrderId, revision)),
  },
  'POST /shops/{name}/checkouts/{oaOrderId}/cancel': {
    summary: 'The user leaves',
    run: (control, { name, oaOrderId }) => control.tellCheckout(name, (checkouts) => checkouts.cancel(oaOrderId)),
  },
  'POST /shops/{name}/checkouts/{oaOrderId}/repeat': {
    summary: 'Sends the last call to the shop again; the checkout goes on as if it had not',
    fields: { hangUpAfterMs: { type: 'integer', description: 'Without waiting any longer for the answer' } },
    run: (control, { name, oaOrderId, hangUpAfterMs }) =>
      control.tellCheckout(name, (checkouts) => checkouts.repeat(oaOrderId, hangUpAfterMs)),
  },
});
