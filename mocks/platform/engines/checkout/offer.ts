import { type Basket, type Choice, type Offer, parseTimestamp } from '#schemas';

export const toOffer = (basket: Basket, revision: number, locked: boolean): Offer => ({
  basket,
  // The basket was validated, so there is a timestamp; without one it has expired.
  expiresAt: parseTimestamp(basket.expiresAt)?.epochMs ?? 0,
  revision,
  locked,
});

/** Why this choice cannot be placed with this offer; undefined when it can. */
export const obstacle = ({ basket }: Offer, choice: Choice): string | undefined => {
  const keys = basket.deliveryOptions.map(({ key }) => key);
  if (!keys.some((key) => key === choice.deliveryOption))
    return `The basket does not offer ${choice.deliveryOption}; it offers ${keys.join(', ') || 'no delivery option'}.`;
  if (basket.invoiceAddressMandatory === true && choice.billingDetails === undefined)
    return 'The basket asks for an invoice address: send billingDetails.';
  if (!basket.products.some(({ quantity }) => quantity > 0)) return 'The basket holds nothing to order.';
  return undefined;
};

/**
 * In what the locked basket is not the one the user agreed to; then the platform asks whether to continue. A changed
 * price has no error code, so the amounts are compared as well.
 */
export const differences = (agreed: Offer, locked: Offer, { deliveryOption }: Choice): readonly string[] => {
  const [before, after] = [summaryOf(agreed, deliveryOption), summaryOf(locked, deliveryOption)];
  const ids = [...new Set([...before.quantities.keys(), ...after.quantities.keys()])];
  const changes = [
    ...after.errors,
    ...ids.flatMap((id) => changed(`quantity of ${id}`, before.quantities.get(id) ?? 0, after.quantities.get(id) ?? 0)),
    ...changed('basketValue', before.value, after.value),
    ...changed(`cost of ${deliveryOption}`, before.deliveryCost, after.deliveryCost),
  ];
  return changes;
};

const changed = (what: string, before: string | number, after: string | number): readonly string[] =>
  before === after ? [] : [`${what}: ${before} became ${after}`];

const summaryOf = ({ basket }: Offer, deliveryOption: string) => {
  const quantities = new Map<string, number>();
  for (const { id, quantity } of basket.products)
    if (quantity > 0) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  return {
    quantities,
    value: `${basket.price.basketValue} ${basket.price.currency}`,
    deliveryCost: basket.deliveryOptions.find(({ key }) => key === deliveryOption)?.cost ?? 'not offered',
    errors: [
      ...basket.products.flatMap(({ id, error }) => (error === undefined ? [] : [`${id}: ${error}`])),
      ...basket.price.discounts.flatMap(({ code, error }) => (error === undefined ? [] : [`${code}: ${error}`])),
    ],
  };
};
