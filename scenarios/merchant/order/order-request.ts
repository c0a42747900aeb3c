import type { CheckOutcome, Consent, DeliveryDetails, Finding, OrderPlacement } from '#schemas';
import type { ReadBasket, ReadDeliveryOption, ReadLine } from '../../arrange/basket/read-basket.ts';
import type { Buyer } from '../../arrange/buyer.ts';
import { freshId, freshOrderId } from '../../arrange/identity.ts';
import { notExercised } from '../../outcome.ts';

/** The parts of an order a customer may or may not bring along. */
export interface Extras {
  readonly invoice: boolean;
  readonly consents: boolean;
  /** The user the basket was last recalculated for. */
  readonly loggedUser?: string | undefined;
}

/** What is assumed where the specification leaves an order open. */
export interface OrderAssumptions {
  readonly pickupPointKey: PickupPointKey;
  /** `minus-discounts`: the basket's value does not count them yet. */
  readonly payment: 'basket-and-delivery' | 'minus-discounts';
  /** Configured consent ids; made up without. */
  readonly consentIds: readonly string[];
}

/** The basket an order needs, readable all through. */
export interface OrderableBasket {
  readonly id: string;
  readonly currency: string;
  readonly basketValue: number;
  readonly discounts: readonly { readonly code: string; readonly value: number }[];
  readonly products: OrderPlacement['basket']['products'];
}

/** What of a basket can be ordered, or why nothing can. */
export const orderable = (
  basketId: string,
  basket: ReadBasket,
): OrderableBasket | { readonly reason: string; readonly isEmpty?: true } => {
  const { currency, basketValue, lines, discounts } = basket;
  if (currency === undefined || basketValue === undefined || lines === undefined || discounts === undefined)
    return { reason: 'the basket to order cannot be read' };
  const products = lines.flatMap(toOrdered);
  if (products.length === 0) return { reason: 'the basket holds nothing that can be ordered', isEmpty: true };
  return {
    id: basket.id ?? basketId,
    currency,
    basketValue,
    discounts: discounts.flatMap(({ code, value, error }) =>
      code === undefined || value === undefined || error !== undefined ? [] : [{ code, value }],
    ),
    products,
  };
};

const toOrdered = ({
  id,
  ean,
  quantity,
  unitPrice,
  linePrice,
  error,
}: ReadLine): OrderPlacement['basket']['products'] => {
  if (error !== undefined || id === undefined || unitPrice === undefined || linePrice === undefined) return [];
  if (quantity === undefined || quantity <= 0) return [];
  return [{ ...(ean === undefined ? {} : { ean }), id, quantity, unitPrice, linePrice }];
};

/** A new order of a basket, with an id nobody has used before. */
export const orderOf = (
  basket: OrderableBasket,
  option: ReadDeliveryOption,
  buyer: Buyer,
  extras: Extras,
  assumptions: OrderAssumptions,
): OrderPlacement => {
  const { id, currency, basketValue, discounts, products } = basket;
  const reduction =
    assumptions.payment === 'minus-discounts' ? discounts.reduce((sum, { value }) => sum + value, 0) : 0;
  return {
    oaOrderId: freshOrderId(),
    basket: {
      id,
      price: { currency, discounts: [...discounts], basketValue, deliveryCost: option.cost },
      products,
      ...(extras.loggedUser === undefined ? {} : { loggedUser: extras.loggedUser }),
    },
    deliveryDetails: deliveryDetails(option.key, buyer, assumptions.pickupPointKey),
    ...(extras.invoice ? { billingDetails: billingOf(buyer) } : {}),
    paymentDetails: { currency, amount: Math.max(0, basketValue + option.cost - reduction) },
    consents: extras.consents ? consentsOf(assumptions) : [],
  };
};

/** The same order anew, with the amount as it is under the other reading of the assumption; undefined where that is the same. */
export const paidOtherwise = (order: OrderPlacement): OrderPlacement | undefined => {
  const { discounts, basketValue, deliveryCost } = order.basket.price;
  const whole = basketValue + deliveryCost;
  const reduced = Math.max(0, whole - discounts.reduce((sum, { value }) => sum + value, 0));
  const { currency, amount } = order.paymentDetails;
  if (reduced === whole) return undefined;
  return {
    ...order,
    oaOrderId: freshOrderId(),
    paymentDetails: { currency, amount: amount === whole ? reduced : whole },
  };
};

const billingOf = ({ companyName, taxId, country, city, postalCode, street, streetNo, notes }: Buyer) => ({
  companyName,
  taxId,
  country,
  city,
  postalCode,
  street,
  streetNo,
  notes,
});

const consentsOf = ({ consentIds }: OrderAssumptions): Consent[] =>
  (consentIds.length > 0 ? consentIds : [freshId(), freshId()]).map((id) => ({ id, version: 1 }));

/** Which key carries the point of an in-store pickup: the specification names one and shows the other. */
export type PickupPointKey = 'id' | 'pointId' | 'both';

export type DeliveryType = DeliveryDetails['type'];

export const inStorePickup = 'INSTORE_PICKUP';

/** Keys a target configured itself follow the same endings; one that follows none is delivered to the door. */
export const deliveryTypeOf = (key: string): DeliveryType => {
  if (key === 'ELECTRONIC') return 'ELECTRONIC';
  return /_(PICKUP|APM)$/u.test(key) ? 'PICKUP' : 'COURIER';
};

/** Which fields a type requires is not shown, so every field listed for it is sent. */
export const deliveryDetails = (method: string, buyer: Buyer, pointKey: PickupPointKey): DeliveryDetails => {
  const type = deliveryTypeOf(method);
  const { email, phoneNumber, country, city, postalCode, street, streetNo, companyName } = buyer;
  switch (type) {
    case 'ELECTRONIC':
      return { type, method, email };
    case 'PICKUP':
      return {
        type,
        method,
        ...(method.endsWith('_APM') ? { subType: 'APM' } : {}),
        ...pointOf(method, buyer.pointId, pointKey),
        name: `${city} ${buyer.pointId}`,
        street,
        streetNo,
        postalCode,
        city,
        country,
        email,
        phoneNumber,
      };
    case 'COURIER': {
      const { firstName, lastName, apartmentNo, notes } = buyer;
      return {
        type,
        method,
        firstName,
        lastName,
        country,
        city,
        postalCode,
        street,
        streetNo,
        apartmentNo,
        notes,
        phoneNumber,
        email,
        companyName,
      };
    }
    default:
      return type satisfies never;
  }
};

const pointOf = (method: string, point: string, key: PickupPointKey): { id?: string; pointId?: string } => {
  if (method !== inStorePickup || key === 'id') return { id: point };
  return key === 'pointId' ? { pointId: point } : { id: point, pointId: point };
};

/** The target said no, or nothing, to an order it should have taken. */
export interface Declined {
  readonly kind: 'declined';
  readonly finding: Finding;
  /** Undefined where there was no answer. */
  readonly status: number | undefined;
  /** Perhaps for the pickup point that we made up. */
  readonly isForPoint: boolean;
}

/** Who picks up in a store does so in one of the merchant's: where we made it up, only one that the shop knows tells. */
export const unknownPoint = (delivery: string, { actual }: Finding): CheckOutcome =>
  notExercised(
    `an order with ${delivery} was declined (${actual}), perhaps since its pickup point is made up`,
    'merchant.fixtures.pickupPoints',
  );
