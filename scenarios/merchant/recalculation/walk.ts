import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { type Asked, type Product, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { choose, type Chosen, type Selection, selections } from './choices.ts';
import { holds } from '../../arrange/property.ts';
import { answerProvokes, recalculate, restore } from '../../arrange/basket/basket-calls.ts';
import { change, changeCovers } from './product-change.ts';
import { unreflected, type Unreflected } from './expectation.ts';
import { isCrowdedOut, isSoldElsewhere, tooFew } from './reported-shortage.ts';
import { defineMerchantScenario } from '../../define.ts';
import { mostLines, openBasket, type OpenBasket, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { failed, notExercised, outcomeOf, passed, unlessUnmet, warned } from '../../outcome.ts';
import { isFree, type ReadBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome, inWords, stillSold } from '../../arrange/basket/reflection.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const covers = [...changeCovers, 'recalculation/change-reflected'] as const;
type World = MerchantWorld<(typeof covers)[number]>;

export default defineMerchantScenario({
  id: 'merchant/recalculation-walk',
  title: 'Whatever a customer changes in the basket, the last request is what the answer reflects',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  changes: ['recalculations'],
  covers,
  provokes: answerProvokes,
  async run(world) {
    const shelf = createShelf(world);
    const runs = { quick: 3, standard: 8, thorough: 40 };
    const outcome = await holds(
      world,
      {
        name: 'any-walk-of-changes',
        runs,
        // Each takes several requests, one after the other.
        enough: Math.ceil(runs[world.effort] / 3),
        together: world.isBeside === true,
        attempt: (walk: readonly Selection[]) => attempt(world, shelf, walk),
      },
      fc.array(selections, { minLength: 1, maxLength: 4 }),
    );
    world.check('recalculation/change-reflected', outcome);
    if (outcome.status === 'failed' || outcome.status === 'not-exercised') return;
    world.check('recalculation/change-reflected', await outcomeOf(attempt(world, shelf, many)));
    const several = await unlessUnmet(onSeveralLines(world, shelf));
    if (several) world.check('recalculation/change-reflected', several);
    // Many lines, of which the first is changed.
    if (stockedLines(world, mostLines).length > stockedLines(world).length)
      world.check(
        'recalculation/change-reflected',
        await outcomeOf(attempt(world, createShelf(world, mostLines), [[3]])),
      );
  },
});

/**
 * Fewer than were scanned, and more than anybody's usual limit, than a byte and than two bytes with a sign hold: an error may say
 * that as many cannot be had, but less of it without one is wrong. Then it is taken out, for good.
 */
const many: readonly Selection[] = [[1], [12], [30], [300], [40_000], ['gone'], ['gone']];

/** Baskets to change. What was asked of one before must not matter, so that beside others one may be changed again. */
type Shelf = ReturnType<typeof createShelf>;

const createShelf = (world: World, most?: number) => {
  const free: OpenBasket[] = [];
  return {
    open: async () => free.pop() ?? (await openBasket(world, { lines: stockedLines(world, most) })),
    /** Nothing was amiss with it. */
    putBack: (opened: OpenBasket) => {
      // Alone each attempt has a basket that nobody has touched, and is told of by itself.
      if (world.isBeside === true && opened.origin === 'trigger') free.push(opened);
    },
  };
};

const attempt = async (world: World, shelf: Shelf, walk: readonly Selection[]): Promise<CheckOutcome> => {
  const opened = await shelf.open();
  const held = productsOf(opened.basket);
  if (!held.some((product) => !product.free)) return notExercised('the basket holds no product that could be changed');
  const outcome = await follow(world, opened, held, walk);
  if (opened.origin === 'fixture') await restore(world, opened);
  if (outcome.status === 'passed') shelf.putBack(opened);
  return outcome;
};

const follow = async (
  world: World,
  opened: OpenBasket,
  held: readonly Product[],
  walk: readonly Selection[],
): Promise<CheckOutcome> => {
  for (const [step, selection] of walk.entries()) {
    const inOrder = choose(held, selection);
    // Which line stands where is nobody's business, so every other request has them the other way round.
    const chosen = step % 2 === 0 ? inOrder : { ...inOrder, asked: inOrder.asked.toReversed() };
    const replied = await change(world, opened, held, chosen.asked);
    if (replied.kind === 'not-replied') return unanswered('the change was not answered with a basket', replied.answer);
    const found = unreflected(replied.basket, { chosen, held, fixtures: world.fixtures }, replied.exchange);
    if (found) {
      if (await belongsToAnother(world, opened, chosen, found)) continue;
      const beside = { asked: chosen.asked, held, product: found.product };
      if (found.fate === 'reported' && (await isCrowdedOut(world, opened, replied.basket, beside))) continue;
      const sold = await isSoldElsewhere(world, held, found);
      if (sold === 'no') continue;
      return sold === 'unknown'
        ? warned(tooFew(found.finding), 'triggers.createBasket made no basket with so few pieces')
        : failed(found.finding);
    }
  }
  return passed;
};

/** So many that a shop which puts no more than a few on a line has two. */
const several = 5;

/**
 * Recalculation request body: a reduced basket, so it has the lines that the basket has, also where those are two of one product.
 * Whether such a request may be refused is not stated; what is answered has as many as both.
 */
const onSeveralLines = async (world: World, shelf: Shelf): Promise<CheckOutcome | undefined> => {
  const opened = await shelf.open();
  const held = productsOf(opened.basket);
  const ask = (products: readonly Asked[]) =>
    recalculate(world, reducedBasket(opened.basketId, opened.basket, { products }), { expect: 'any' });
  const whole = await ask(held.map((one) => (one.free ? one : { ...one, quantity: several })));
  const lines = whole.kind === 'replied' ? linesToSend(whole.basket) : [];
  const twice = lines.find((line, index) => lines.findIndex(({ id }) => id === line.id) < index);
  const replied = twice && (await ask(lines));
  if (opened.origin === 'fixture') await restore(world, opened);
  if (whole.kind !== 'replied' || replied?.kind !== 'replied') return undefined;
  for (const { id } of lines) {
    const quantity = lines.reduce((sum, line) => sum + (line.id === id ? line.quantity : 0), 0);
    const fate = lineOutcome(replied.basket, id, quantity);
    if (fate.kind !== 'missing' && fate.kind !== 'differs') continue;
    return failed({
      expected: `"${id}" with quantity ${quantity}`,
      actual: inWords(id, fate),
      pointer: 'pointer' in fate ? fate.pointer : '/products',
      exchanges: [whole.exchange, replied.exchange],
      cause: 'lines of one product not added up',
    });
  }
  return passed;
};

/** As they stand; nothing where one is short. */
const linesToSend = ({ lines = [] }: ReadBasket): readonly Asked[] => {
  const paid = lines.filter((line) => !isFree(line));
  return paid.some(({ error }) => error !== undefined)
    ? []
    : paid.flatMap(({ id, ean, quantity = 0 }) => (id === undefined || quantity <= 0 ? [] : [{ id, ean, quantity }]));
};

/**
 * The quantity of a deposit or a service follows that of another product, and goes with it: asked for otherwise it cannot
 * be accommodated, and may say so. One known to be sold by itself has no such excuse, nor has one that is there as asked
 * once nothing else is asked for, nor one that has an error even as it was scanned.
 */
const belongsToAnother = async (
  world: World,
  opened: OpenBasket,
  chosen: Chosen,
  { product, fate }: Unreflected,
): Promise<boolean> => {
  if (world.fixtures.products?.inStock?.includes(product.id)) return false;
  if (fate === 'missing' && chosen.removed.length === 0) return false;
  const alone = reducedBasket(opened.basketId, opened.basket, { products: [product] });
  const replied = await recalculate(world, alone, { expect: 'any' });
  if (replied.kind === 'replied' && stillSold(replied.basket, product.id)) return false;
  if (fate !== 'reported') return true;
  const whole = await recalculate(world, reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
  return whole.kind === 'replied' && stillSold(whole.basket, product.id) !== undefined;
};
