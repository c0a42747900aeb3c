import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './walk/catalogue.ts';
import type { Listed } from '#traffic/laws';
import { untilFamiliar } from './walk/familiar.ts';
import { incomplete } from './walk/survey.ts';
import { type Place, walk } from './walk/walk.ts';
import { notExercised } from '../../outcome.ts';

/** What a synchronisation from a stored checkpoint brought. */
export type Increment =
  | {
      readonly kind: 'synced';
      /** The last listing of every product, by id. */
      readonly products: ReadonlyMap<string, Listed>;
      readonly stored: Place;
      readonly exchanges: readonly number[];
    }
  | { readonly kind: 'unmet'; readonly outcome: CheckOutcome };

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
  if (end.kind === 'ended')
    return { kind: 'synced', products, stored: end.last ?? from, exchanges: [...exchanges, end.exchange] };
  return { kind: 'unmet', outcome: incomplete({ walk: walked, endless: undefined }) ?? tooMuch };
};

const tooMuch = notExercised('too much changes at once to follow');
