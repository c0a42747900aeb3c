import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './catalogue.ts';
import { describe, isAfter, type Listed } from '#traffic/laws';
import { untilFamiliar } from './familiar.ts';
import { readPage } from './page.ts';
import { type Place, restless, type WalkEnd, walk } from './walk.ts';
import { failed, notExercised, passed } from '../../../outcome.ts';

/** How often each try asks once more: in no step with whoever changes something every so many requests. */
const controls = [1, 6, 2, 1] as const;
const tries = controls.length;

/**
 * Asks again from the stored checkpoint. Products that come are real changes, and the next try begins after them; but
 * when nothing changes between two requests of a synchronisation and something does each time one has ended, then it
 * is the synchronisation itself that changes it.
 */
export const restingOutcome = async (catalogue: Catalogue, end: WalkEnd): Promise<CheckOutcome> => {
  const { world, maximum, tokens } = catalogue;
  let stored: Place | undefined = end.kind === 'ended' ? end.last : undefined;
  let onlyAtEnds = true;
  let shown: { readonly product: Listed; readonly exchange: number } | undefined;
  for (const times of controls) {
    const at: Place | undefined = stored;
    if (at === undefined) return notExercised('no checkpoint was given out');
    const query = { checkpoint: at.token, limit: maximum };
    const page = await readPage(world, query);
    if (page.kind === 'cut') return page.outcome;
    if (page.kind === 'refused') return notEmpty(page.status, page.exchange);
    const [first] = page.products;
    if (first === undefined) return passed;
    const old = page.products.find((product) => !isAfter(product, at.position));
    const control = await readPage(world, query);
    // Only now and then: whoever watches tells of that.
    if (old !== undefined && control.kind === 'page' && control.products.length === 0) return passed;
    if (old !== undefined)
      return notEmpty(`${page.products.length} products, among them ${describe(old)}`, page.exchange);
    onlyAtEnds &&= control.kind === 'page' && sameProducts(control.products, page.products);
    for (let time = 1; time < times && onlyAtEnds; time++) {
      const another = await readPage(world, query);
      onlyAtEnds &&= another.kind === 'page' && sameProducts(another.products, page.products);
    }
    const rest = await walk(world, tokens, { limit: maximum, from: at, visit: untilFamiliar(new Map()) });
    if (rest.end.kind === 'enough') return restless;
    shown = { product: first, exchange: page.exchange };
    stored = rest.end.kind === 'ended' ? rest.end.last : undefined;
  }
  return onlyAtEnds && shown !== undefined
    ? notEmpty(
        `${describe(shown.product)}; ${tries} times in a row something had changed once a synchronisation had ended, and nothing in between`,
        shown.exchange,
      )
    : restless;
};

const notEmpty = (actual: string, exchange: number): CheckOutcome =>
  failed({
    message:
      'From the stored checkpoint the catalogue does not answer with an empty page, although nothing changed since.',
    expected: 'an empty page',
    actual,
    exchanges: [exchange],
  });

const sameProducts = (a: readonly Listed[], b: readonly Listed[]): boolean =>
  a.length === b.length &&
  a.every((product, index) => product.id === b[index]?.id && product.updatedAt === b[index]?.updatedAt);
