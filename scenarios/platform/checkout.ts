import { type Checks, defineCheckedScenario } from './findings.ts';
import type { CheckoutState, PlatformWorld } from '../context/platform.ts';

const second = 1000;
const minute = 60 * second;

type World = PlatformWorld<'platform/checkout'>;

export default defineCheckedScenario({
  id: 'platform/checkout-timeline',
  title: 'Orders are placed in time, retried, and rolled back with a refund',
  covers: 'platform/checkout',
  async run(world, check) {
    await confirmed(await counter(world, check));
    await retried(await counter(world, check));
    await rolledBack(await counter(world, check));
    await lateOrder(await counter(world, check, 'by-hand'));
    await tooLate(await counter(world, check, 'by-hand'));
  },
});

type Counter = Awaited<ReturnType<typeof counter>>;

/** A checkout of a fresh basket at a shop of its own, open to be confirmed. */
const counter = async (world: World, check: Checks, payments?: 'by-hand') => {
  const { control, clock, signal } = world;
  const shop = await world.openShop('checkout');
  const name = await control.addShop(shop.addresses, payments === undefined ? {} : { payments });
  const id = await control.startCheckout(name, await shop.createBasket(), true);
  const view = () => control.checkout(name, id);
  /** Whether the checkout comes to this state within seconds of real time; what it is then goes into the finding. */
  const reaches = async (state: CheckoutState, message: string) => {
    let seen = await view();
    for (let waited = 0; waited < 3 * second && seen.state !== state; waited += 20) {
      await clock.sleep(20, signal);
      seen = await view();
    }
    check.that(seen.state === state, message, state, seen.state);
    return seen;
  };
  const orders = () => shop.calls('order').length;
  await reaches('open', 'A scanned basket was not shown to the user.');
  return {
    world,
    shop,
    id,
    view,
    reaches,
    holds: check.holds,
    orders,
    confirm: () => control.confirmCheckout(name, id),
    pay: () => control.acceptPayment(name),
    /** Lets time pass in steps a connection attempt fits between. */
    async pass(milliseconds: number) {
      for (let left = milliseconds; left > 0; left -= 10 * second) {
        await control.advance(Math.min(10 * second, left));
        // Whatever was due goes out over a socket before the next step.
        await clock.sleep(10, signal);
      }
    },
  };
};

const confirmed = async ({ confirm, reaches, shop, holds, orders }: Counter): Promise<void> => {
  await confirm();
  await reaches('confirmed', 'An order the shop confirmed was not confirmed to the user.');
  holds('locked-once', shop.calls('lock').length === 1, `${shop.calls('lock').length} locks`);
  holds('placed-once', orders() === 1, `${orders()} orders`);
};

const retried = async ({ confirm, reaches, world, shop, pass, holds }: Counter): Promise<void> => {
  shop.misbehave('order', 'drop', 2);
  await confirm();
  await until(world, () => shop.calls('order').length > 0);
  await pass(2 * minute);
  await reaches('confirmed', 'An order was not placed again after the connection had failed twice.');
  const ids = new Set(shop.calls('order').map(({ oaOrderId }) => oaOrderId));
  holds('retried-under-one-id', ids.size === 1, [...ids].join(', '));
};

const rolledBack = async ({ confirm, reaches, world, shop, pass, holds, view, orders }: Counter): Promise<void> => {
  shop.misbehave('order', 'drop');
  await confirm();
  await until(world, () => orders() > 0);
  await pass(4 * minute);
  const { state } = await view();
  holds('tried-for-5-minutes', state === 'ordering', state);
  holds('retried-without-a-connection', orders() > 1, `${orders()} attempts`);
  await pass(minute + 10 * second);
  const end = await reaches('rolled-back', 'After 5 minutes without a connection the transaction was not rolled back.');
  holds('refunded', end.refunded === true, 'not refunded');
  const attempts = orders();
  shop.behave();
  await pass(3 * minute);
  holds('over-once-rolled-back', orders() === attempts, `${orders() - attempts} more`);
};

const lateOrder = async ({ confirm, reaches, world, shop, pass, holds, pay, view }: Counter): Promise<void> => {
  await confirm();
  await reaches('paying', 'A confirmed basket was not paid.');
  const { expiresAt } = await view();
  if (expiresAt === undefined) return;
  await passUntil(world, pass, expiresAt - 30 * second);
  const { state } = await view();
  // The payment may take 3 minutes, so a basket that is valid for longer is not paid this slowly.
  if (state !== 'paying') return;
  await pass(minute);
  await pay();
  await reaches(
    'confirmed',
    'An order was not placed, although its payment succeeded after expiresAt within 3 minutes.',
  );
  const late = shop.calls('order').filter(({ at }) => at > expiresAt + 3 * minute);
  holds('placed-in-time', late.length === 0, 'later');
};

const tooLate = async ({ confirm, reaches, pass, holds, pay, orders }: Counter): Promise<void> => {
  await confirm();
  await reaches('paying', 'A confirmed basket was not paid.');
  await pass(3 * minute + 10 * second);
  await reaches('rolled-back', 'A payment that took longer than 3 minutes was not rolled back.');
  await pay().catch(() => undefined);
  await pass(minute);
  holds('paid-in-time', orders() === 0, `${orders()} orders`);
};

const passUntil = async (world: World, pass: Counter['pass'], moment: number): Promise<void> =>
  pass(Math.max(0, moment - (await world.control.now())));

const until = async ({ clock, signal }: World, holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 200 && !holds(); turn += 1) await clock.sleep(10, signal);
};
