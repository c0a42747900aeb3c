import { notExercised } from '../../../outcome.ts';
import { type Listed, readListing } from '#traffic/laws';
import type { Answer, MerchantWorld } from '../../../context/merchant.ts';

export type Page =
  | {
      readonly kind: 'page';
      readonly products: readonly Listed[];
      readonly nextCheckpoint: string | undefined;
      readonly exchange: number;
    }
  /** Stably no page: refused, unreadable or silent, in words. */
  | { readonly kind: 'refused'; readonly status: string; readonly exchange: number }
  /** Nothing can be said: the budget is spent, the target sheds load, or the body is not a page at all. */
  | { readonly kind: 'cut'; readonly outcome: ReturnType<typeof notExercised> };

/** What reading catalogue pages needs of a world. */
export type CatalogueWorld = Pick<MerchantWorld, 'merchant' | 'clock' | 'signal'>;

export interface PageQuery {
  readonly checkpoint?: string;
  readonly limit: number;
}

/** How long to leave a failing endpoint alone before asking again: the platform itself would retry. Catalogue rules › 10 */
const pausesMs = [500, 2000] as const;

/**
 * One page. A refusal is asked again before it counts, since an endpoint may fail now and then; a refusal without a
 * checkpoint is charged to the call itself by the harness, one with a checkpoint is the caller's to judge.
 */
export const readPage = async (world: CatalogueWorld, query: PageQuery): Promise<Page> => {
  let answer = await world.merchant.catalogue(query, { expect: 'any' });
  for (const pause of pausesMs) {
    if (answer.kind === 'answered' || answer.kind === 'unsent' || world.signal.aborted) break;
    await world.clock.sleep(pause, world.signal);
    const last = pause === pausesMs.at(-1) && query.checkpoint === undefined;
    answer = await world.merchant.catalogue(query, { expect: last ? 'success' : 'any' });
  }
  return pageOf(answer);
};

const pageOf = (answer: Answer): Page => {
  switch (answer.kind) {
    case 'answered':
      return readBody(answer.body, answer.exchange);
    case 'unsent':
      return { kind: 'cut', outcome: notExercised(answer.reason, answer.unlock) };
    case 'refused':
      // 429 says nothing about the catalogue: rate limits are not specified.
      return answer.status === 429
        ? { kind: 'cut', outcome: notExercised('the target answers 429: it limits the rate of requests') }
        : { kind: 'refused', status: `status ${answer.status}`, exchange: answer.exchange };
    case 'unreadable':
      return {
        kind: 'refused',
        status: `status ${answer.status}, unreadable: ${answer.reason}`,
        exchange: answer.exchange,
      };
    case 'silent':
      return { kind: 'refused', status: `no response: ${answer.reason}`, exchange: answer.exchange };
    default:
      return answer satisfies never;
  }
};

const readBody = (body: unknown, exchange: number): Page => {
  const listing = readListing(body);
  return 'reason' in listing
    ? { kind: 'cut', outcome: notExercised(listing.reason) }
    : { kind: 'page', ...listing, exchange };
};
