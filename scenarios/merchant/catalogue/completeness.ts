import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './walk/catalogue.ts';
import { describe, isAfter, type Listed, positionOf, samePosition } from '#traffic/laws';
import { readPage } from './walk/page.ts';
import type { Survey } from './walk/survey.ts';
import { walk } from './walk/walk.ts';
import { openWindow, probe } from './walk/window.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';

/**
 * Compares the first page of a full synchronisation with the page after a position before the first product: only
 * there is the absent checkpoint a code path of its own. Undefined when nothing is lacking.
 */
export const firstPageLacks = async (
  { world, tokens, maximum }: Catalogue,
  first: Listed | undefined,
): Promise<CheckOutcome | undefined> => {
  const checkpoint = first && tokens.of({ epochMs: 0, id: first.id });
  if (checkpoint === undefined) return undefined;
  let lacking: CheckOutcome | undefined;
  // Twice, since a product may have changed between the two pages.
  for (let attempt = 0; attempt < 2; attempt++) {
    const after = await readPage(world, { checkpoint, limit: maximum });
    const full = await readPage(world, { limit: maximum });
    const last = full.kind === 'page' ? full.products.at(-1) : undefined;
    if (after.kind !== 'page' || full.kind !== 'page') return undefined;
    const ended = full.products.length === 0;
    const absent = after.products.filter(
      (product) =>
        !full.products.some((listed) => samePosition(listed, product)) &&
        (ended || (last !== undefined && isAfter(last, product))),
    );
    const [one] = absent.toSorted((a, b) => Number(a.delisted) - Number(b.delisted));
    if (one === undefined) return undefined;
    const finding = {
      message: `A full synchronisation leaves out ${one.delisted ? 'delisted ' : ''}products that come after a checkpoint before them.`,
      expected: `${describe(one)} among the products without a checkpoint`,
      actual: last === undefined ? 'an empty page' : `the page goes on to ${describe(last)} without it`,
      exchanges: [full.exchange, after.exchange],
    };
    // Catalogue rules › 9: what a full refresh leaves out counts as delisted, so leaving those out has no effect.
    lacking = one.delisted ? warned(finding) : failed(finding);
  }
  return lacking;
};

/** Products of the fixtures that the whole walk has not listed. */
export const variantsMissing = async (
  catalogue: Catalogue,
  seen: Survey,
  soldOut: ReadonlySet<string>,
): Promise<CheckOutcome> => {
  const id = seen.missing.find((one) => !soldOut.has(one)) ?? seen.missing[0];
  const { end, products } = seen.walk;
  if (id === undefined)
    return products === 0 ? notExercised('the catalogue is empty and no product is known of') : passed;
  if ([...seen.active, ...seen.tail].some(({ variants }) => variants.length === 0)) return unreadableVariants;
  const elsewhere = await seenElsewhere(catalogue, seen);
  if (elsewhere !== undefined) return notExercised(elsewhere);
  // What is sold out may have been removed for good, and what is removed may be left out (Catalogue rules › 9).
  return (soldOut.has(id) ? warned : failed)({
    message: `A product that ${soldOut.has(id) ? 'is sold out' : 'can be ordered'} is missing from a full synchronisation, which lists all products. If it is not meant to be in the catalogue, take it out of fixtures.products.`,
    expected: `a product with the variant ${JSON.stringify(id)} of fixtures.products`,
    actual: `none among ${products} products${seen.missing.length > 1 ? `, nor ${seen.missing.length - 1} others` : ''}`,
    ...(end.kind === 'ended' ? { exchanges: [end.exchange] } : {}),
    cause: 'fixtures missing',
  });
};

const unreadableVariants = notExercised('products are listed without a variant whose id can be read');

/** Pages worth spending on finding out where a missing product is. */
const pagesToSpend = 300;

/** Where the loss may be charged elsewhere, since it depends on the limit or ties are lost: what was seen. */
const seenElsewhere = async (catalogue: Catalogue, seen: Survey): Promise<string | undefined> => {
  for (const { before, product } of seen.ties) {
    const token = before && catalogue.tokens.of(positionOf(before));
    if (before === undefined || token === undefined) continue;
    const window = await openWindow(catalogue, catalogue.maximum, { position: positionOf(before), token });
    const found = await probe(catalogue, window, positionOf(product), catalogue.maximum);
    if (found.kind === 'differs') return 'pages lose products: see the other requirements';
  }
  const missing = new Set(seen.missing);
  for (const limit of [Math.ceil(catalogue.maximum / 3), 7, 1]) {
    if (seen.walk.products > pagesToSpend * limit) continue;
    let pages = 0;
    await walk(catalogue.world, catalogue.tokens, {
      limit,
      visit(products) {
        for (const product of products) for (const variant of product.variants) missing.delete(variant.id);
        return ++pages >= pagesToSpend ? 'enough' : 'more';
      },
    });
    const there = seen.missing.find((one) => !missing.has(one));
    if (there !== undefined)
      return `a walk with limit ${limit} lists the variant ${JSON.stringify(there)} of fixtures.products, and the one with limit ${catalogue.maximum} did not: pages lose products`;
  }
  return undefined;
};
