import type { CheckOutcome, Finding, ReducedBasket } from '#schemas';
import { answerProvokes, lock, recalculate, type Replied, restore } from '../../arrange/basket/basket-calls.ts';
import { openBasket, type OpenBasket, scan, stockedLines } from '../../arrange/basket/open-basket.ts';
import { type Asked, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome, inWords, isAsAsked, stillSold } from '../../arrange/basket/reflection.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantPort, MerchantWorld } from '../../context/merchant.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';
import { difference } from './basket-difference.ts';

const covers = ['recalculation/repeatable', 'recalculation/change-reflected', 'lock/as-recalculated'] as const;
type World = MerchantWorld<(typeof covers)[number]>;

const rounds = { quick: 2, standard: 4, thorough: 12 } as const;

/** As of drawn attempts, half of them at a shop that keeps one waiting. */
const roundsAt = ({ effort, keepsWaiting }: World): number => rounds[effort] / (keepsWaiting?.() === true ? 2 : 1);

/** Two customers change their baskets at the same moment: whatever the shop keeps while it answers, it keeps per request. */
export default defineMerchantScenario({
  id: 'merchant/recalculation-concurrency',
  title: 'Two baskets recalculated at the same moment each get their own answer',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  touches: ['recalculations'],
  covers,
  provokes: [...answerProvokes, 'basket/answers-the-asked'],
  async run(world) {
    const one = await unlessUnmet(openBasket(world, { lines: stockedLines(world) }));
    const other = await unlessUnmet(openBasket(world, { lines: stockedLines(world, 1) }));
    // With a single basket there is nothing to mix up.
    if (!one || !other || one.basketId === other.basketId) return;
    await scannedTogether(world, [one, other]);
    const customers = [
      await customerOf(world, one, productsOf(one.basket)),
      await customerOf(world, other, lessOf(other)),
    ];
    world.check(...(await together(world, customers)));
    if (world.claims.lock && customers.every(({ opened }) => opened.origin === 'trigger'))
      await lockedTogether(world, customers);
    for (const { opened } of customers) if (opened.origin === 'fixture') await restore(world, opened);
  },
});

/** What one customer asks for, and what the shop answers when nobody else does. */
interface Customer {
  readonly opened: OpenBasket;
  readonly request: ReducedBasket;
  readonly alone: Replied;
}

/** As a user of our own, where the shop lets a stranger have the basket; one that others need as well might stay with that user. */
const customerOf = async (world: World, opened: OpenBasket, products: readonly Asked[]): Promise<Customer> => {
  const plain = reducedBasket(opened.basketId, opened.basket, { products });
  if (opened.origin === 'trigger') {
    const named = { ...plain, loggedUser: freshId() };
    const alone = await recalculate(world, named, { expect: 'any' });
    if (alone.kind === 'replied') return { opened, request: named, alone };
  }
  return { opened, request: plain, alone: await recalculate(world, plain) };
};

/** Another quantity than the other basket has, so that its lines can be told from these. */
const lessOf = ({ basket }: OpenBasket): readonly Asked[] => {
  const products = productsOf(basket);
  const several = products.find(({ quantity, free }) => quantity > 1 && !free);
  return products.map((one) => (one === several ? { ...one, quantity: one.quantity - 1 } : one));
};

const atOnce = async (
  world: World,
  customers: readonly Customer[],
  call: typeof recalculate | typeof lock,
): Promise<readonly Replied[]> =>
  await world.merchant.atOnce(
    customers.map(
      ({ request }) =>
        async (merchant: MerchantPort) =>
          await call({ merchant }, { ...request, requestId: freshId() }, { expect: 'any' }),
    ),
  );

/** What is shown is judged by whoever watches; it takes a third look to tell a mix-up from a change. */
const scannedTogether = async (world: World, baskets: readonly OpenBasket[]): Promise<void> => {
  for (let round = 0; round < roundsAt(world); round++) {
    const again = await world.merchant.atOnce(
      baskets.map(
        ({ basketId, origin }) =>
          async (merchant: MerchantPort) =>
            await unlessUnmet(scan({ merchant }, basketId, origin)),
      ),
    );
    for (const [index, { basketId, basket }] of baskets.entries()) {
      const shown = again[index];
      if (shown && difference(basket, shown.basket)) await world.merchant.retrieve(basketId);
    }
  }
};

type Told = readonly [(typeof covers)[number], CheckOutcome];
const asRepeat = (outcome: CheckOutcome): Told => ['recalculation/repeatable', outcome];

const together = async (world: World, customers: readonly Customer[]): Promise<Told> => {
  for (let round = 0; round < roundsAt(world); round++) {
    const answers = await atOnce(world, customers, recalculate);
    for (const [index, customer] of customers.entries()) {
      const { alone } = customer;
      const answer = answers[index];
      if (alone.kind !== 'replied' || answer?.kind !== 'replied') continue;
      const lines = foreignLines(customer, answer.basket, customers);
      // An answer about another basket is charged to the id it carries, as far as it is for the lines to tell.
      const found = answer.basket.id === alone.basket.id ? difference(alone.basket, answer.basket) : undefined;
      if (lines === undefined && found === undefined) continue;
      const after = await recalculate(world, { ...customer.request, requestId: freshId() });
      if (after.kind !== 'replied' || difference(alone.basket, after.basket))
        return asRepeat(notExercised('the same request is answered differently even when sent alone'));
      const exchanges = [alone.exchange, answer.exchange, after.exchange];
      if (lines)
        return ['recalculation/change-reflected', failed({ ...lines, message: mixedUp('recalculated'), exchanges })];
      if (found === undefined) continue;
      const { first: expected, second: actual, pointer } = found;
      return asRepeat(failed({ expected, actual, pointer, exchanges, cause: 'mixed up with another basket' }));
    }
  }
  const isAnswered = customers.every(({ alone }) => alone.kind === 'replied');
  return asRepeat(isAnswered ? passed : notExercised('the baskets were not answered alone'));
};

/** Endpoints › Merchant-hosted › 3: as a recalculation is answered. What is short meanwhile has its error. */
const lockedTogether = async (world: World, customers: readonly Customer[]): Promise<void> => {
  const answers = await atOnce(world, customers, lock);
  for (const [index, customer] of customers.entries()) {
    const answer = answers[index];
    const lines = answer?.kind === 'replied' ? foreignLines(customer, answer.basket, customers) : undefined;
    if (lines === undefined || answer?.kind !== 'replied' || customer.alone.kind !== 'replied') continue;
    if (await isLockedSoAlone(world, customer, customers)) return;
    const exchanges = [customer.alone.exchange, answer.exchange];
    world.check('lock/as-recalculated', failed({ ...lines, message: mixedUp('locked'), exchanges }));
    return;
  }
};

/** By another basket, since one that is locked may be refused. What a lock does anyway is for the scenario about locks to tell. */
const isLockedSoAlone = async (world: World, customer: Customer, all: readonly Customer[]): Promise<boolean> => {
  const lines = (customer.request.products ?? []).map(({ id, quantity }) => ({ variantId: id, quantity }));
  const opened = await unlessUnmet(openBasket(world, { lines, linesRequired: true }));
  if (opened === undefined) return true;
  const request = { ...customer.request, id: opened.basket.id ?? opened.basketId, requestId: freshId() };
  const locked = await lock(world, request, { expect: 'any' });
  return locked.kind === 'not-replied' || foreignLines(customer, locked.basket, all) !== undefined;
};

const mixedUp = (done: 'recalculated' | 'locked'): string =>
  `A request was answered with wrong products and no error while another basket was ${done} at the same moment; sent alone it was answered correctly. Keep no data of a request in variables that other requests share.`;

/** A product that was answered as asked when the request came alone and is not now, or one that only the other asks for. */
const foreignLines = (
  { request, alone }: Customer,
  answer: ReadBasket,
  all: readonly Customer[],
): Omit<Finding, 'message'> | undefined => {
  if (alone.kind !== 'replied') return undefined;
  const asked = request.products ?? [];
  for (const product of asked) {
    const fate = lineOutcome(answer, product.id, product.quantity);
    if ((fate.kind !== 'missing' && fate.kind !== 'differs') || !isAsAsked(alone.basket, product)) continue;
    return {
      expected: `"${product.id}" with quantity ${product.quantity}, or an error on it`,
      actual: inWords(product.id, fate),
      pointer: 'pointer' in fate ? fate.pointer : '/products',
      cause: 'products of another request',
    };
  }
  const foreign = all
    .flatMap((other) => other.request.products ?? [])
    .find(({ id }) => asked.every((one) => one.id !== id) && stillSold(answer, id) && !stillSold(alone.basket, id));
  return (
    foreign && {
      expected: `no "${foreign.id}", which the other request asks for`,
      actual: `"${foreign.id}" with quantity ${stillSold(answer, foreign.id)?.quantity ?? 'unknown'}`,
      pointer: stillSold(answer, foreign.id)?.pointer ?? '/products',
      cause: 'products of another request',
    }
  );
};
