import type { CheckOutcome, Finding } from '#schemas';
import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { openCatalogue } from './walk/catalogue.ts';
import { spread } from './blame.ts';
import { incomplete } from './walk/survey.ts';
import { openWindow } from './walk/window.ts';
import { defineMerchantScenario } from '../../define.ts';
import {
  answerInWords,
  forEach,
  openBasket,
  type OpenBasket,
  stockedLines,
  unanswered,
} from '../../arrange/basket/open-basket.ts';
import { failed, notExercised, outcomeOf, passed } from '../../outcome.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

type World = MerchantWorld<'catalogue/variant-can-be-ordered'>;

/** Products from the beginning that variants are taken from, and how many are tried. */
const windowSize = 100;
const tries = 3;

export default defineMerchantScenario({
  id: 'merchant/catalogue-variants',
  title: 'The ids of available variants can be put in a basket',
  phase: 'change',
  needs: ['merchant.catalogueUrl', 'merchant.recalculateUrl', 'merchant.basketUrl'],
  reads: ['catalogue'],
  changes: ['recalculations'],
  covers: ['catalogue/variant-can-be-ordered'],
  provokes: ['basket/variant-ids'],
  async run(world) {
    const catalogue = await openCatalogue(world);
    const window = await openWindow(catalogue, windowSize);
    const variants = window.stretch.products
      .filter(({ delisted }) => !delisted)
      .flatMap((product) => product.variants.filter(({ available }) => available).map(({ id }) => id));
    const { end } = window.walk;
    if (variants.length === 0)
      return (
        (end.kind === 'enough' ? undefined : incomplete({ walk: window.walk, endless: undefined })) ??
        notExercised('the catalogue lists no available variant')
      );
    const tried = await forEach(world, spread(variants, tries), async (id) => {
      const one = await outcomeOf(tryVariant(world, id));
      return 'status' in one ? judged(one) : one;
    });
    for (const one of tried) if (one.kind === 'judged') world.check('catalogue/variant-can-be-ordered', one.outcome);
    // One may be sold out since; all of them, while the catalogue shows them as available, cannot be.
    if (tried.every(({ kind }) => kind === 'short')) return tried.length > 1 ? failed(allShort(tried)) : onlyShort;
  },
});

type Tried =
  | { readonly kind: 'judged'; readonly outcome: CheckOutcome }
  | { readonly kind: 'short'; readonly id: string; readonly error: string; readonly exchange: number };

const judged = (outcome: CheckOutcome): Tried => ({ kind: 'judged', outcome });
const onlyShort = notExercised('the only available variant is sold out by now');

const allShort = (tried: readonly Tried[]): Finding => {
  const short = tried.filter((one) => one.kind === 'short');
  return {
    expected: 'at least one of them in a basket without an error',
    actual: short.map(({ id, error }) => `${JSON.stringify(id)}: ${error}`).join(', '),
    exchanges: short.map(({ exchange }) => exchange),
    cause: 'catalogue variants not available',
  };
};

/** A basket made with the variant, or else one it is added to, is recalculated; that basket without it is the twin. */
const tryVariant = async (world: World, id: string): Promise<Tried> => {
  const beside = stockedLines(world, 1).filter(({ variantId }) => variantId !== id);
  const opened = await openBasket(world, { lines: [...beside, { variantId: id, quantity: 1 }] });
  const { basket, basketId } = opened;
  const held = basket.lines?.find((line) => line.id === id);
  const others = productsOf(basket).filter((product) => product.id !== id);
  const request = reducedBasket(basketId, basket, { products: [...others, { id, quantity: 1 }] });
  const answer = await world.merchant.recalculate(request, { expect: 'any' });
  if (answer.kind === 'unsent') return judged(notExercised(answer.reason, answer.unlock));
  const lines = answer.kind === 'answered' ? readBasket(answer.body).lines : undefined;
  const line = lines?.find((candidate) => candidate.id === id);
  if (line?.error !== undefined && answer.kind === 'answered')
    return { kind: 'short', id, error: line.error, exchange: answer.exchange };
  if (line !== undefined) return judged(passed);
  if (others.length === 0)
    return judged(
      notExercised('the basket holds nothing else, so a recalculation that always fails would look the same'),
    );
  const twin = await world.merchant.recalculate(reducedBasket(basketId, basket, { products: others }), {
    expect: 'any',
  });
  if (twin.kind !== 'answered')
    return judged(unanswered('the basket cannot be recalculated without the variant either', twin));
  const kept = new Set(readBasket(twin.body).lines?.map((one) => one.id));
  if (others.some((one) => !kept.has(one.id)))
    return judged(notExercised('recalculating the basket without the variant loses products as well'));
  // A shop that forgets a line of every basket takes the variant where another line is the one it forgets, as does one that forgets single pieces.
  const otherwise = [
    [{ id, quantity: 1 }, ...others],
    [...others, { id, quantity: 2 }],
  ];
  for (const products of otherwise) {
    const again = await world.merchant.recalculate(reducedBasket(basketId, basket, { products }), { expect: 'any' });
    if (again.kind === 'answered' && readBasket(again.body).lines?.some((one) => one.id === id)) return judged(passed);
  }
  // That a recalculation can add a product is stated nowhere, so another one has to show that here it can.
  if (
    opened.origin === 'fixture' &&
    held === undefined &&
    !(await addsProducts(world, opened, [id, ...others.map((one) => one.id)]))
  )
    return judged(notExercised('the shop adds no products by recalculation', 'triggers.createBasket'));
  return judged(
    failed({
      expected: `a basket with the product ${JSON.stringify(id)}`,
      actual: answer.kind === 'answered' ? 'a basket without it' : answerInWords(answer),
      exchanges: [answer.exchange],
      cause: 'catalogue variant not accepted',
    }),
  );
};

const addsProducts = async (world: World, opened: OpenBasket, besides: readonly string[]): Promise<boolean> => {
  const id = world.fixtures.products?.inStock?.find((one) => !besides.includes(one));
  if (id === undefined) return false;
  const products = [...productsOf(opened.basket), { id, quantity: 1 }];
  const request = reducedBasket(opened.basketId, opened.basket, { products });
  const answer = await world.merchant.recalculate(request, { expect: 'any' });
  return answer.kind === 'answered' && lineOutcome(readBasket(answer.body), id, 1).kind === 'as-asked';
};
