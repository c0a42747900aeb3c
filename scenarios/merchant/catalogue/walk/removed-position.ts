import type { CheckOutcome } from '#schemas';
import { describePosition, isAfter, type Listed, positionOf } from '#traffic/laws';
import type { Catalogue } from './catalogue.ts';
import { type Page, readPage } from './page.ts';
import { failed, passed } from '../../../outcome.ts';

/** The page after a product, as it is answered now. */
export const pageAfter = async ({ world, tokens, maximum }: Catalogue, product: Listed): Promise<Page | undefined> => {
  const checkpoint = tokens.of(positionOf(product));
  return checkpoint === undefined ? undefined : await readPage(world, { checkpoint, limit: maximum });
};

/**
 * Catalogue rules › 3: what comes after a checkpoint is a matter of times and ids. The platform goes on from the one it
 * has stored, whatever became of the product it names.
 */
export const removedPosition = (product: Listed, before: Page, after: Page): CheckOutcome | undefined => {
  if (before.kind !== 'page' || after.kind === 'cut') return undefined;
  const position = positionOf(product);
  const found = after.kind === 'page' ? after.products[0] : undefined;
  const isLost = after.kind === 'page' && found === undefined && before.products.length > 1;
  const isRestarted = found !== undefined && !isAfter(found, position);
  if (after.kind === 'page' && !isLost && !isRestarted) return passed;
  return failed({
    expected: `the products after ${describePosition(position)}, as before its removal`,
    actual:
      after.kind === 'refused' ? after.status : found === undefined ? 'an empty page' : `"${found.id}", from before it`,
    exchanges: [before.exchange, after.exchange],
    cause: 'removed product looked up',
  });
};
