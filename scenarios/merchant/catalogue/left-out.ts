import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './walk/catalogue.ts';
import { syncFrom } from './increment.ts';
import { describe, describePosition, isAfter, type Listed } from '#traffic/laws';
import type { Place } from './walk/walk.ts';
import { failed } from '../../outcome.ts';

/** A product and where it was listed. */
export interface Sighting {
  readonly listed: Listed;
  readonly exchange: number;
}

/**
 * Catalogue rules › 3: a checkpoint is answered with all products whose updatedAt is greater, whatever their status is and
 * whatever else has changed. Undefined where this one is among them, or was only not there yet.
 */
export const leftOut = async (
  catalogue: Catalogue,
  stored: Place,
  { listed, exchange }: Sighting,
): Promise<CheckOutcome | undefined> => {
  if (!isAfter(listed, stored.position)) return undefined;
  const again = await syncFrom(catalogue, stored);
  if (again.kind === 'unmet' || again.products.has(listed.id)) return undefined;
  return failed({
    message:
      'A synchronisation from a checkpoint leaves out a product whose updatedAt is after it, though another one lists it. Return all products that are after a checkpoint, those that are DELISTED too.',
    expected: `${describe(listed)} among the products after ${describePosition(stored.position)}`,
    actual: `${again.products.size} products, not that one`,
    exchanges: [exchange, ...again.exchanges],
    cause: 'left out of an increment',
  });
};
