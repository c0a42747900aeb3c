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
/** For one that fails too often: it has been told, and mostly answers whoever asks once more. */
const shortPausesMs = [50, 2000] as const;
/** For one that has refused several pages as the caller's mistake, each as often as it was asked, and none only at first. */
const stubbornPausesMs = [50, 250] as const;
/** Refused to the end, and no other page came late: so many are not refused by chance. */
const stubbornFrom = 3;

/** Pages asked for in a scenario, those that came only when asked for again, and those that never came. */
interface Asked {
  pages: number;
  lateOnes: number;
  refused: number;
  /** Asked for while the page before it was being judged. */
  ahead?: { readonly query: PageQuery; readonly answer: Promise<Answer> } | undefined;
}

/** What is asked for after a page, if all goes on as it does; undefined where that is not known yet. */
export type NextQuery = (products: readonly Listed[], nextCheckpoint: string | undefined) => PageQuery | undefined;

const askedOf = new WeakMap<CatalogueWorld['merchant'], Asked>();

/**
 * Who fails at a third of all pages gives no synchronisation to its end, since the platform stops at the first one that
 * fails. Catalogue rules › 10. What was refused as a mistake may be none any more once the catalogue has changed.
 */
const failsTooOften = ({ pages, lateOnes }: Asked): boolean => lateOnes >= 5 && 3 * lateOnes >= pages;

const askedIn = ({ merchant }: CatalogueWorld): Asked => {
  const asked = askedOf.get(merchant) ?? { pages: 0, lateOnes: 0, refused: 0 };
  askedOf.set(merchant, asked);
  return asked;
};

const ask = async (world: CatalogueWorld, query: PageQuery, next: NextQuery | undefined): Promise<Answer> => {
  const asked = askedIn(world);
  asked.pages++;
  const goOn = (body: unknown): void => {
    const listing = readListing(body);
    // One page at a time: whoever walks has to have come to this one.
    if ('reason' in listing || asked.ahead !== undefined) return;
    const following = next?.(listing.products, listing.nextCheckpoint);
    if (following === undefined) return;
    const answer = ask(world, following, next);
    // It is awaited later, if anything still is.
    answer.catch(() => undefined);
    asked.ahead = { query: following, answer };
  };
  return await world.merchant.catalogue(query, {
    expect: failsTooOften(asked) ? 'success' : 'any',
    ...(next && { onRead: goOn }),
  });
};

/** What was asked for ahead and is not wanted any more is over before anything else is asked for. */
export const dropAhead = async (world: CatalogueWorld): Promise<void> => {
  const asked = askedIn(world);
  await asked.ahead?.answer;
  asked.ahead = undefined;
};

/**
 * One page. A refusal is asked again before it counts, since an endpoint may fail now and then; a refusal without a
 * checkpoint is charged to the call itself by the harness, one with a checkpoint is the caller's to judge. With `next`
 * the page after it is asked for while this one is judged.
 */
export const readPage = async (world: CatalogueWorld, query: PageQuery, next?: NextQuery): Promise<Page> => {
  const asked = askedIn(world);
  const { ahead } = asked;
  const isAhead = ahead?.query.checkpoint === query.checkpoint && ahead?.query.limit === query.limit;
  if (isAhead) asked.ahead = undefined;
  else await dropAhead(world);
  let answer = await (isAhead ? ahead.answer : ask(world, query, next));
  const failedAtFirst = isFailure(answer) && !isMistake(answer);
  const pauses = pausesAfter(answer, asked);
  for (const [index, pause] of pauses.entries()) {
    if (answer.kind === 'answered' || answer.kind === 'unsent' || world.signal.aborted) break;
    await world.clock.sleep(pause, world.signal);
    const last = index === pauses.length - 1 && query.checkpoint === undefined;
    answer = await world.merchant.catalogue(query, { expect: last ? 'success' : 'any' });
  }
  if (failedAtFirst && answer.kind === 'answered') asked.lateOnes++;
  if (isMistake(answer)) asked.refused++;
  return pageOf(answer);
};

const pausesAfter = (answer: Answer, asked: Asked): readonly number[] => {
  if (isMistake(answer) && asked.refused >= stubbornFrom && asked.lateOnes === 0) return stubbornPausesMs;
  return failsTooOften(asked) ? shortPausesMs : pausesMs;
};

/** 4xx says that it will be the same again, but for too many requests and for one that took too long. */
const isMistake = (answer: Answer): boolean =>
  answer.kind === 'refused' && answer.status < 500 && answer.status !== 429 && answer.status !== 408;

/** Who sheds load says so with 429 or 503. */
const isFailure = (answer: Answer): boolean =>
  answer.kind === 'silent' ||
  answer.kind === 'unreadable' ||
  (answer.kind === 'refused' && answer.status !== 429 && answer.status !== 503);

const pageOf = (answer: Answer): Page => {
  switch (answer.kind) {
    case 'answered':
      return readBody(answer.body, answer.exchange);
    case 'unsent':
      return { kind: 'cut', outcome: notExercised(answer.reason, answer.unlock) };
    case 'refused':
      // 429 says nothing about the catalogue: rate limits are not specified.
      return answer.status === 429
        ? { kind: 'cut', outcome: notExercised('the shop answers 429: it limits the rate of requests') }
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
