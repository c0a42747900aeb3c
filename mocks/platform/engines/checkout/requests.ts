import type { BasketWish, OrderPlacement, PaymentDetails, ReducedBasket, Choice, Offer } from '#schemas';

/** The request to recalculate or lock an offer, without its requestId. */
export const toReducedBasket = ({ basket }: Offer, wish: BasketWish = {}): ReducedBasket => {
  const products = new Map<string, ReducedBasket['products'][number]>();
  // A shop may split a product over several lines.
  for (const { id, ean, quantity } of basket.products) {
    const sum = quantity + (products.get(id)?.quantity ?? 0);
    products.set(id, { ...(ean !== undefined && { ean }), id, quantity: sum });
  }
  for (const [id, quantity] of Object.entries(wish.quantities ?? {}))
    products.set(id, { ...products.get(id), id, quantity });
  const applied = basket.price.discounts.filter(({ error }) => error === undefined).map(({ code }) => code);
  return {
    id: basket.id,
    price: {
      currency: basket.price.currency,
      discounts: [...new Set(wish.discountCodes ?? applied)].map((code) => ({ code })),
    },
    products: [...products.values()],
    ...(basket.loggedUser !== undefined && { loggedUser: basket.loggedUser }),
  };
};

/** What the user pays: the basket and its delivery. */
export const amountOf = ({ basket }: Offer, { deliveryOption }: Choice): PaymentDetails => ({
  currency: basket.price.currency,
  amount: basket.price.basketValue + costOf(basket, deliveryOption),
});

export const toOrderPlacement = (oaOrderId: string, offer: Offer, choice: Choice): OrderPlacement => {
  const { id, price, products, loggedUser } = offer.basket;
  return {
    oaOrderId,
    basket: {
      id,
      price: {
        currency: price.currency,
        discounts: price.discounts
          .filter(({ error }) => error === undefined)
          .map(({ code, value }) => ({ code, value })),
        basketValue: price.basketValue,
        deliveryCost: costOf(offer.basket, choice.deliveryOption),
      },
      products: products
        .filter(({ quantity }) => quantity > 0)
        .map(({ ean, id: productId, quantity, unitPrice, linePrice }) => ({
          ...(ean !== undefined && { ean }),
          id: productId,
          quantity,
          unitPrice,
          linePrice,
        })),
      ...(loggedUser !== undefined && { loggedUser }),
    },
    deliveryDetails: choice.deliveryDetails,
    ...(choice.billingDetails !== undefined && { billingDetails: choice.billingDetails }),
    paymentDetails: amountOf(offer, choice),
    consents: [...choice.consents],
  };
};

const costOf = ({ deliveryOptions }: Offer['basket'], deliveryOption: string): number =>
  deliveryOptions.find(({ key }) => key === deliveryOption)?.cost ?? 0;
