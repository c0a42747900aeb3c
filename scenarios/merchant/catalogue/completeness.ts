import type { CheckOutcome, Finding } from '#schemas';
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
  let before: readonly Listed[] | undefined;
  // The same ones twice, since a product may have changed between the two pages.
  for (let attempt = 0; attempt < 2; attempt++) {
    const after = await readPage(world, { checkpoint, limit: maximum });
    const full = await readPage(world, { limit: maximum });
    const last = full.kind === 'page' ? full.products.at(-1) : undefined;
    if (after.kind !== 'page' || full.kind !== 'page') return undefined;
    const ended = full.products.length === 0;
    const absent = after.products.filter(
      (product) =>
        !full.products.some((listed) => samePosition(listed, product)) &&
        (ended || (last !== undefined && isAfter(last, product))) &&
        (before === undefined || before.some((lacked) => samePosition(lacked, product))),
    );
    before = absent;
    const [one] = absent.toSorted((a, b) => Number(a.delisted) - Number(b.delisted));
    if (one === undefined) return undefined;
    const finding = {
      message: `A full synchronisation leaves out ${one.delisted ? 'delisted ' : ''}products that come after a checkpoint before them.`,
      expected: `${describe(one)} among the products without a checkpoint`,
      actual: last === undefined ? 'an empty page' : `the page goes on to ${describe(last)} without it`,
      exchanges: [full.exchange, after.exchange],
    };
    // Catalogue rules › 9: what a full refresh leaves out counts as delisted, so leaving those out has no effect.
    lacking = one.delisted
      ? warned(finding, 'the platform delists what a full synchronisation leaves out')
      : failed(finding);
  }
  return lacking;
};

/** What there is to say of a full synchronisation, and a variant it lacks that pages of another size list. */
interface Completeness {
  readonly outcome: CheckOutcome;
  readonly found?: Found;
}

/** Products of the fixtures that the whole walk has not listed. */
export const variantsMissing = async (
  catalogue: Catalogue,
  seen: Survey,
  soldOut: ReadonlySet<string>,
): Promise<Completeness> => {
  const id = seen.missing.find((one) => !soldOut.has(one)) ?? seen.missing[0];
  const { end, products } = seen.walk;
  if (id === undefined)
    return { outcome: products === 0 ? notExercised('the catalogue is empty and no product is configured') : passed };
  if ([...seen.active, ...seen.tail].some(({ variants }) => variants.length === 0))
    return { outcome: unreadableVariants };
  const elsewhere = await seenElsewhere(catalogue, seen);
  if (elsewhere !== undefined) return elsewhere;
  const finding = {
    message: `A product that ${soldOut.has(id) ? 'is sold out' : 'can be ordered'} is missing from a full synchronisation, which lists all products. If it is not meant to be in the catalogue, take it out of fixtures.products.`,
    expected: `a product with the variant ${JSON.stringify(id)} of fixtures.products`,
    actual: `none among ${products} products; variants of fixtures.products that are missing: ${seen.missing.length}`,
    ...(end.kind === 'ended' ? { exchanges: [end.exchange] } : {}),
    cause: 'fixtures missing',
  };
  // Catalogue rules › 9.
  const leeway = 'a sold-out product may have been removed, and a removed product may be left out';
  return { outcome: soldOut.has(id) ? warned(finding, leeway) : failed(finding) };
};

const unreadableVariants = notExercised('some products have no variant with a readable id');

/** Pages worth spending on finding out where a missing product is. */
const pagesToSpend = 300;

/** Where the loss may be charged elsewhere, since it depends on the limit or ties are lost: what was seen. */
const seenElsewhere = async (catalogue: Catalogue, seen: Survey): Promise<Completeness | undefined> => {
  for (const { before, product } of seen.ties) {
    const token = before && catalogue.tokens.of(positionOf(before));
    if (before === undefined || token === undefined) continue;
    const window = await openWindow(catalogue, catalogue.maximum, { position: positionOf(before), token });
    const found = await probe(catalogue, window, positionOf(product), catalogue.maximum);
    if (found.kind === 'differs') return { outcome: notExercised('pages lose products: see the failed rows') };
  }
  for (const limit of [Math.ceil(catalogue.maximum / 3), 7, 1]) {
    if (seen.walk.products > pagesToSpend * limit) continue;
    const found = await findWithLimit(catalogue, new Set(seen.missing), limit);
    if (found !== undefined)
      return { outcome: notExercised(`${inWords(catalogue, found)}: pages lose products`), found };
  }
  return undefined;
};

/** A variant that a walk with this limit lists. */
interface Found {
  readonly variant: string;
  readonly limit: number;
  readonly product: Listed;
  readonly before: Listed | undefined;
  readonly exchange: number;
}

const findWithLimit = async (
  { world, tokens }: Catalogue,
  missing: ReadonlySet<string>,
  limit: number,
): Promise<Found | undefined> => {
  let pages = 0;
  let before: Listed | undefined;
  let found: Found | undefined;
  await walk(world, tokens, {
    limit,
    visit(products, exchange) {
      for (const product of products) {
        const variant = product.variants.find(({ id }) => missing.has(id))?.id;
        if (variant !== undefined) found ??= { variant, limit, product, before, exchange };
        before = product;
      }
      return found !== undefined || ++pages >= pagesToSpend ? 'enough' : 'more';
    },
  });
  return found;
};

const inWords = ({ maximum }: Catalogue, { limit, variant }: Found): string =>
  `a walk with limit ${limit} lists the variant ${JSON.stringify(variant)} of fixtures.products, and the one with limit ${maximum} did not`;

/** Where the limit decides whether it comes. */
export const lostByLimit = (catalogue: Catalogue, found: Found): Finding => ({
  message: `Whether a product is listed depends on the limit: ${inWords(catalogue, found)}. Select the products first, then cut them into pages.`,
  expected: `${describe(found.product)}, whatever the limit`,
  actual: `no such product with limit ${catalogue.maximum}`,
  exchanges: [found.exchange],
  cause: 'a product of fixtures depends on the limit',
});
