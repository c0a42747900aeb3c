import type { Checkout } from '#schemas';
import type { CheckoutOutcome, Checkouts } from '../../engines/checkout/index.ts';
import type { Shops } from '../../engines/shops/shops.ts';
import { ControlError, found, operationsOn } from '../declaration/fields.ts';
import { reachableShop, shopIn } from './shop-in.ts';

export type CheckoutControl = ReturnType<typeof createCheckoutControl>;

export const createCheckoutControl = ({ shops }: { readonly shops: Pick<Shops, 'get'> }) => {
  const shopOf = shopIn(shops);
  return {
    startCheckout: (name: string, request: Parameters<Checkouts['start']>[0]): Checkout =>
      reachableShop(shopOf(name), name, 'basketUrl', 'recalculateUrl', 'orderUrl').checkouts.start(request),
    checkouts: (name: string): readonly Checkout[] => shopOf(name).checkouts.list(),
    checkout: (name: string, oaOrderId: string): Checkout =>
      found(shopOf(name).checkouts.find(oaOrderId), 'UnknownCheckout', `There is no checkout ${oaOrderId}.`),
    tellCheckout(name: string, tell: (checkouts: Checkouts) => CheckoutOutcome): Checkout {
      const told = tell(shopOf(name).checkouts);
      if (told.ok) return told.checkout;
      throw new ControlError(told.checkout === undefined ? 404 : 409, 'NotPossible', told.reason);
    },
  };
};

export const checkoutOperations = operationsOn<CheckoutControl>()({
  'POST /shops/{name}/checkouts': (control, { name, ...request }) => control.startCheckout(name, request),
  'GET /shops/{name}/checkouts': (control, { name }) => ({ checkouts: control.checkouts(name) }),
  'GET /shops/{name}/checkouts/{oaOrderId}': (control, { name, oaOrderId }) => control.checkout(name, oaOrderId),
  'POST /shops/{name}/checkouts/{oaOrderId}/change': (control, { name, oaOrderId, quantities, discountCodes }) =>
    control.tellCheckout(name, (checkouts) =>
      checkouts.change(oaOrderId, {
        ...(quantities !== undefined && { quantities }),
        ...(discountCodes !== undefined && { discountCodes: discountCodes.map(String) }),
      }),
    ),
  'POST /shops/{name}/checkouts/{oaOrderId}/confirm': (control, { name, oaOrderId, ...confirmation }) =>
    control.tellCheckout(name, (checkouts) => checkouts.confirm(oaOrderId, confirmation)),
  'POST /shops/{name}/checkouts/{oaOrderId}/lock': (control, { name, oaOrderId, revision }) =>
    control.tellCheckout(name, (checkouts) => checkouts.lock(oaOrderId, revision)),
  'POST /shops/{name}/checkouts/{oaOrderId}/cancel': (control, { name, oaOrderId }) =>
    control.tellCheckout(name, (checkouts) => checkouts.cancel(oaOrderId)),
  'POST /shops/{name}/checkouts/{oaOrderId}/repeat': (control, { name, oaOrderId, hangUpAfterMs }) =>
    control.tellCheckout(name, (checkouts) => checkouts.repeat(oaOrderId, hangUpAfterMs)),
});
