import type { CheckOutcome } from '#schemas';
import type { Buyer } from '../../arrange/buyer.ts';
import { forEach } from '../../arrange/basket/open-basket.ts';
import { freshId } from '../../arrange/identity.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed } from '../../outcome.ts';
import { orderCovers, orderProvokes, type OrderWorld } from './order-echo.ts';
import { deliveryTypeOf } from './order-request.ts';
import { place, type Placed } from './placed-order.ts';
import type { OrderWish } from './prepared-order.ts';

/** Limits: loggedUser. Of the other texts of an order no limit is stated, so they stay as long as they are in life. */
const longest = 255;

const called = (firstName: string, lastName: string, city: string, street: string, notes: string): Partial<Buyer> => ({
  firstName,
  lastName,
  city,
  street,
  notes,
  companyName: `${lastName}, ${city}`,
});

/** What people are called, live at and write; each with something that a till, a form or a database trips over. */
const texts: Readonly<Record<string, () => OrderWish>> = {
  'letters outside ASCII': () => ({
    buyer: called('Łucja', 'Ødegård-Şahin', 'Αθήνα', 'ул. Чехова', 'proszę dzwonić — 東門, שער, باب'),
  }),
  // The address of somebody who stays anonymous is one of a forwarding service, and those like a plus.
  'apostrophes, line breaks in its notes, and a plus in its address': () => ({
    buyer: {
      ...called("D'Arcy", "O'Neill", "L'Aquila", "Rue de l'Eglise", `"2nd" door, don't ring\nCall first\r\nThanks`),
      email: `relay+${freshId().slice(0, 8)}@example.com`,
    },
  }),
  'characters beyond the basic plane': () => ({ buyer: called('𠮷郎', '𠮷野', '𡈽浦', '𩸽 町', 'thanks 🛒👍🏽') }),
  'a house number with a letter and a slash': () => ({ buyer: { streetNo: '12a/3' } }),
  [`a logged-in user of ${longest} characters`]: () => ({ loggedUser: freshId().padEnd(longest, 'x') }),
};

/** Where somebody is named most. */
const plain: OrderWish = {
  invoice: true,
  delivery: (offered) => offered.find(({ key }) => deliveryTypeOf(key) === 'COURIER') ?? offered[0],
};

export default defineMerchantScenario({
  id: 'merchant/order-letters',
  title: 'An order is confirmed whatever letters its buyer, addresses and notes are written in',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl', 'triggers.createBasket'],
  changes: ['catalogue', 'orders'],
  covers: orderCovers,
  provokes: orderProvokes,
  async run(world) {
    await forEach(world, Object.entries(texts), async ([what, wishOf]) => {
      const wish = wishOf();
      const placed = await place(world, { ...plain, ...wish });
      if (placed.kind === 'undecided') world.check('order/confirmed', placed.outcome);
      if (placed.kind !== 'declined') return;
      // Of who takes no user at all the length says nothing.
      const twin = await place(world, { ...plain, ...(wish.loggedUser !== undefined && { loggedUser: freshId() }) });
      if (twin.kind === 'declined' && wish.loggedUser !== undefined) {
        const outcome = await withConsents(world, twin);
        if (outcome) world.check('order/confirmed', outcome);
      }
      if (twin.kind !== 'confirmed') return;
      // One call in many may fail, whatever it says.
      const again = await place(world, { ...plain, ...wishOf() });
      if (again.kind !== 'declined') return;
      world.check(
        'order/confirmed',
        failed({
          ...placed.finding,
          message: `An order with ${what} was declined, and the same with plain ones was confirmed; take every text as it comes.`,
          cause: `declined for ${what}`,
        }),
      );
    });
  },
});

/** How orders are declined is not shown, and a shop may want its terms agreed to: only a crash on an order without any says no. */
const withConsents = async (
  world: OrderWorld,
  without: Extract<Placed, { readonly kind: 'declined' }>,
): Promise<CheckOutcome | undefined> => {
  if (without.status === undefined || without.status < 500) return undefined;
  const twin = await place(world, { ...plain, loggedUser: freshId(), consents: true });
  if (twin.kind !== 'confirmed') return undefined;
  return failed({ ...without.finding, cause: '5xx without consents' });
};
