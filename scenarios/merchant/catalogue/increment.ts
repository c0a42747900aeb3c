import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './walk/catalogue.ts';
import { describe, describePosition, isAfter, type Listed } from '#traffic/laws';
import { untilFamiliar } from './walk/familiar.ts';
import { incomplete } from './walk/survey.ts';
import { type Place, type Sighting, walk } from './walk/walk.ts';
import { failed, notExercised, Unmet, unlessUnmet } from '../../outcome.ts';

/** What a synchronisation from a stored checkpoint brought. */
export interface Increment {
  /** The last listing of every product, by id. */
  readonly products: ReadonlyMap<string, Listed>;
  readonly stored: Place;
  readonly exchanges: readonly number[];
}

/** An increment is small; one that is not has to be a catalogue changing as a whole. */
const mostProducts = 20_000;

export const syncFrom = async ({ world, tokens, maximum }: Catalogue, from: Place): Promise<Increment> => {
  const products = new Map<string, Listed>();
  const exchanges: number[] = [];
  const note = untilFamiliar(products, mostProducts);
  const walked = await walk(world, tokens, {
    limit: maximum,
    from,
    visit(page, exchange) {
      if (exchanges.length < 3) exchanges.push(exchange);
      return note(page);
    },
  });
  const { end } = walked;
  if (end.kind === 'ended') return { products, stored: end.last ?? from, exchanges: [...exchanges, end.exchange] };
  throw new Unmet(incomplete({ walk: walked, endless: undefined }) ?? tooMuch);
};

const tooMuch = notExercised('too much changes at once to follow');

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
  const again = await unlessUnmet(syncFrom(catalogue, stored));
  if (again === undefined || again.products.has(listed.id)) return undefined;
  return failed({
    expected: `${describe(listed)} among the products after ${describePosition(stored.position)}`,
    actual: `${again.products.size} products, not that one`,
    exchanges: [exchange, ...again.exchanges],
    cause: 'left out of an increment',
  });
};
