import type { Basket } from '#schemas';
import { defineCheckedScenario, shown, status, success } from './findings.ts';

const errors = ['InvalidBasketException', 'MissingDeliveryOptionsException', 'BasketExpiredException'];
const hour = 3_600_000;

export default defineCheckedScenario({
  id: 'platform/basket-changes',
  title: 'Good basket changes are confirmed, bad ones are answered 400 with one of three errors',
  covers: 'platform/basket-change',
  async run(world, check) {
    const { control, api } = world;
    const shop = await control.addLocation({ merchantTaxId: world.fresh('tax'), kind: 'shop' });
    const keys = await control.issueCredentials(shop);
    const id = world.fresh('basket');
    await control.basketLoaded(id);
    const now = await control.now();
    const basket = basketOf(id, now + hour);
    const push = (body: unknown) => api.call({ method: 'POST', path: api.paths.basketChange, body, keys });
    const confirmed = async (what: string) => {
      const answer = await push(basket);
      check.answered(answer, what, success);
      world.observe('assume/basket-change-path', `confirmed with ${answer.status}`);
    };
    const refused = async (body: unknown, what: string) => {
      const answer = await push(body);
      check.answered(answer, what, status(400));
      check.that(
        errors.some((error) => answer.text.includes(error)),
        `${what} was not answered with one of the three errors.`,
        errors.join(', '),
        shown(answer),
        answer,
      );
    };

    await confirmed('A good basket change');
    const { price: _, ...withoutPrice } = basket;
    await refused(withoutPrice, 'A basket change without a price');
    await refused({ ...basket, surprise: true }, 'A basket change with a property that is not allowed');
    await refused('not a basket', 'A basket change that is no basket');
    const { deliveryOptions: __, ...withoutOptions } = basket;
    await refused(withoutOptions, 'A basket change without deliveryOptions');
    await refused({ ...basket, deliveryOptions: [] }, 'A basket change with no delivery option');
    await refused(basketOf(id, now - hour), 'A basket change that has expired');
    await confirmed('A good basket change after bad ones');
  },
});

const basketOf = (id: string, expiresAt: number): Basket => ({
  id,
  expiresAt: new Date(expiresAt).toISOString(),
  price: { currency: 'PLN', basketValue: 1998, discounts: [] },
  deliveryOptions: [{ key: 'CARRIER_A_COURIER', cost: 999 }],
  products: [
    {
      id: 'v-1',
      name: 'Mug',
      images: [],
      quantity: 2,
      unitPrice: 999,
      linePrice: 1998,
      originalUnitPrice: 999,
      originalLinePrice: 1998,
    },
  ],
});
