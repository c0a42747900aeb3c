import type { CheckOutcome } from '#schemas';
import type { Asked, Product } from './products.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import type { ReadBasket } from './read-basket.ts';
import { lineOutcome, inWords } from './reflection.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { type ChoosingWorld, someOf } from '../sampling.ts';

/** A product and a quantity of it that the configuration says cannot be supplied. */
export interface Shortage {
  readonly id: string;
  readonly available: number;
  readonly asked: number;
  /** The configuration key that says so. */
  readonly source: string;
}

export const noShortage = notExercised(
  'no product is configured as out of stock or limited; if nothing in your shop can run out, set capabilities.merchant.limitedStock: false',
  'merchant.fixtures.products.limited',
);

export const shortagesOf = (world: ChoosingWorld & Pick<MerchantWorld, 'fixtures'>): readonly Shortage[] => [
  ...someOf(world, 'products out of stock', world.fixtures.products?.outOfStock ?? []).map((id) => ({
    id,
    available: 0,
    asked: 1,
    source: 'merchant.fixtures.products.outOfStock',
  })),
  ...someOf(world, 'limited products', world.fixtures.products?.limited ?? []).map(({ id, max }) => ({
    id,
    available: max,
    asked: max + 1,
    source: 'merchant.fixtures.products.limited',
  })),
];

/** The answer to a request for more than there is: the shortage reported, and everything else as asked. */
export const shortageOutcome = (
  answer: ReadBasket,
  shortage: Shortage,
  others: readonly (Product | Asked)[],
  exchanges: readonly number[],
): CheckOutcome => {
  const fate = lineOutcome(answer, shortage.id, shortage.asked);
  const expected = `"${shortage.id}" with error OUT_OF_STOCK or QUANTITY_TOO_BIG`;
  if (fate.kind === 'missing' || fate.kind === 'as-asked' || fate.kind === 'differs')
    return failed({
      message:
        fate.kind === 'missing'
          ? 'A product that cannot be supplied was dropped without a word; keep it in products and put an error code on it.'
          : `A quantity that cannot be supplied came back without an error code; put one on the product, or correct ${shortage.source} if there is more of it.`,
      expected,
      actual: inWords(shortage.id, fate),
      pointer: 'pointer' in fate ? fate.pointer : '/products',
      exchanges,
      cause: `shortage ${fate.kind}`,
    });
  for (const { id, quantity } of others) {
    const other = lineOutcome(answer, id, quantity);
    if (other.kind === 'as-asked' || other.kind === 'unreadable') continue;
    return failed({
      expected: `"${id}" with quantity ${quantity} and no error`,
      actual: inWords(id, other),
      pointer: 'pointer' in other ? other.pointer : '/products',
      exchanges,
      cause: `available part ${other.kind}`,
    });
  }
  return passed;
};

/** What an errored line carries: the part that is available, so at most as much as there is. */
export const availableQuantity = (
  answer: ReadBasket,
  shortage: Shortage,
  exchanges: readonly number[],
): CheckOutcome | undefined => {
  const fate = lineOutcome(answer, shortage.id, shortage.asked);
  if (fate.kind !== 'reported' || fate.carries === undefined) return undefined;
  if (fate.carries <= shortage.available) return passed;
  return failed({
    message: 'A product with an error carries more than there is of it; return the quantity that is available.',
    expected: `"${shortage.id}" with quantity ${shortage.available} at most`,
    actual: inWords(shortage.id, fate),
    pointer: `${fate.pointer}/quantity`,
    exchanges,
  });
};

/**
 * Resources › BasketProduct › linePrice: the price of the products in the line. What less of it costs is the shop's affair, and shown by
 * a request for just as much; told is only the price of as many as were asked for on a line that holds fewer.
 * @param whole the answer to a request for as much as there is.
 */
export const priceOfMore = (
  answer: ReadBasket,
  whole: ReadBasket,
  { id, available, asked }: Shortage,
  exchanges: readonly number[],
): CheckOutcome | undefined => {
  const [cut, full] = [totalOf(answer, id), totalOf(whole, id)];
  if (available <= 0 || cut?.quantity !== available || full?.quantity !== available) return undefined;
  const rounding = Math.ceil(asked / 2);
  const ofAsked = (full.price * asked) / available;
  if (Math.abs(cut.price - ofAsked) > rounding || ofAsked - full.price <= 2 * rounding) return undefined;
  return failed({
    expected: `"${id}" with linePrice ${full.price}, as a request for ${available} is answered`,
    actual: `linePrice ${cut.price} for ${available}`,
    exchanges,
    cause: 'price of what was asked for',
  });
};

/** What all lines of a product come to; undefined where one of them cannot be read. */
const totalOf = (
  { lines = [] }: ReadBasket,
  id: string,
): { readonly quantity: number; readonly price: number } | undefined =>
  lines
    .filter((line) => line.id === id)
    .reduce<{ readonly quantity: number; readonly price: number } | undefined>(
      (sum, { quantity, linePrice }) =>
        sum === undefined || quantity === undefined || linePrice === undefined
          ? undefined
          : { quantity: sum.quantity + quantity, price: sum.price + linePrice },
      { quantity: 0, price: 0 },
    );

/** Exactly the configured maximum. That some of it has been sold since cannot be told from an error one too early. */
export const limitOutcome = (
  { id, available }: Shortage,
  fate: ReturnType<typeof lineOutcome>,
  exchange: number,
): CheckOutcome | undefined => {
  if (fate.kind === 'unreadable') return undefined;
  if (fate.kind === 'as-asked') return passed;
  const finding = {
    expected: `"${id}" with quantity ${available} and no error`,
    actual: inWords(id, fate),
    pointer: 'pointer' in fate ? fate.pointer : '/products',
    exchanges: [exchange],
    cause: `limit ${fate.kind}`,
  };
  if (fate.kind !== 'reported') return failed(finding);
  if (fate.carries === 0 || fate.error === 'OUT_OF_STOCK')
    return notExercised(`nothing is left of "${id}"`, 'merchant.fixtures.products.limited');
  // How many one basket may have is the shop's own to say, and need not be how many there are.
  return fate.carries !== undefined && fate.carries < available - 1
    ? notExercised(`a basket may have ${fate.carries} of "${id}"`, 'merchant.fixtures.products.limited')
    : warned(finding, 'the shop may limit how many one basket may hold');
};
