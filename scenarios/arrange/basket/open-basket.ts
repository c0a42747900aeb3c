import type { CheckOutcome } from '#schemas';
import { heardInWords } from '#traffic/laws';
import { available, notExercised, unmet, Unmet } from '../../outcome.ts';
import { readBasket, type ReadBasket } from './read-basket.ts';
import type { Answer, BasketLease, BasketPool, Line, MerchantWorld } from '../../context/merchant.ts';

/** A basket that was scanned: leased and retrieved. */
export interface OpenBasket {
  readonly basketId: string;
  readonly origin: 'fixture' | 'trigger';
  readonly basket: ReadBasket;
  readonly exchange: number;
}

type OpeningWorld = Pick<MerchantWorld, 'baskets' | 'merchant' | 'triggers'>;

/**
 * Leases a basket and retrieves it. `lines` are what it should hold: a basket is made for them where the target can make
 * one, and otherwise, unless `linesRequired`, whatever basket there is will do.
 */
export const openBasket = async (
  world: OpeningWorld,
  wish: Parameters<BasketPool['lease']>[0] & { readonly linesRequired?: boolean } = {},
): Promise<OpenBasket> => {
  const { lines, linesRequired, ...rest } = wish;
  const wanted = lines !== undefined && lines.length > 0 && (linesRequired || world.triggers.has('createBasket'));
  const made = wanted ? await madeFor(world, { ...rest, lines }) : undefined;
  const lease = made?.kind === 'leased' || (made && linesRequired) ? made : await world.baskets.lease(rest);
  const { basketId, origin } = available(lease);
  const opened = await scan(world, basketId, origin);
  return lease === made ? { ...opened, basket: holding(opened.basket, lines ?? []) } : opened;
};

/** Where there is a way to make it for a user, and the target takes one it does not know. */
const madeFor = async (
  { baskets, triggers }: OpeningWorld,
  { loggedUser, ...wish }: Parameters<BasketPool['lease']>[0],
): Promise<BasketLease> => {
  const isOwned = loggedUser !== undefined && triggers.has('createBasket', 'loggedUser');
  const owned = isOwned ? await baskets.lease({ ...wish, loggedUser }) : undefined;
  return owned?.kind === 'leased' ? owned : await baskets.lease(wish);
};

/** What a basket was made with is no gift, whatever it costs. */
export const holding = (basket: ReadBasket, wished: readonly Line[]): ReadBasket => ({
  ...basket,
  lines: basket.lines?.map((line) =>
    wished.some(({ variantId }) => variantId === line.id) ? { ...line, wished: true } : line,
  ),
});

/** Retrieves a basket by the id its code carries. */
export const scan = async (
  world: Pick<MerchantWorld, 'merchant'>,
  basketId: string,
  origin: OpenBasket['origin'],
): Promise<OpenBasket> => {
  const answer = await world.merchant.retrieve(basketId);
  if (answer.kind !== 'answered') throw new Unmet(unanswered('the basket could not be retrieved', answer));
  const basket = readBasket(answer.body);
  const blocked = unreadableIn(basket);
  if (blocked !== undefined) throw unmet(blocked);
  return { basketId, origin, basket, exchange: answer.exchange };
};

/** No request is built from what cannot be read: whatever the shop answered it, we would be to blame. */
const unreadableIn = ({ lines = [] }: ReadBasket): string | undefined => {
  const [line] = lines.filter(({ id, quantity }) => id === undefined || quantity === undefined);
  if (line === undefined) return undefined;
  const member = line.id === undefined ? 'id' : 'quantity';
  return `blocked by ${line.pointer}/${member} of the basket, which is missing or of another type than its schema says: fix that first`;
};

/** Not exercised since a call it rests on was not answered; the call itself is judged for its own requirement. */
export const unanswered = (what: string, answer: Exclude<Answer, { kind: 'answered' }>): CheckOutcome => {
  if (answer.kind === 'unsent') return notExercised(answer.reason, answer.unlock);
  return notExercised(`${what}: ${answerInWords(answer)}`);
};

/** An answer that is no basket or confirmation, in words. */
export const answerInWords = (answer: Exclude<Answer, { kind: 'answered' }>): string =>
  answer.kind === 'unsent' ? `nothing was sent (${answer.reason})` : heardInWords(answer);

/** As many as a basket of many lines has: more than a page of ten, which is usual. */
export const mostLines = 12;

/** What a basket made for a change holds: products said to be in stock, one of them twice, so that it can go down too. */
export const stockedLines = (world: Pick<MerchantWorld, 'fixtures'>, most = 3): readonly Line[] =>
  (world.fixtures.products?.inStock ?? [])
    .slice(0, most)
    .map((variantId, index) => ({ variantId, quantity: index === 0 ? 2 : 1 }));

/** Whether each basket opened with such lines is one nobody else has. */
export const hasOwnBaskets = (world: Pick<MerchantWorld, 'fixtures' | 'triggers'>): boolean =>
  world.triggers.has('createBasket') && stockedLines(world).length > 0;

/** Does the same for each of several things: alone one after the other, since what a shop mixes up is another's to tell. */
export const forEach = async <Thing, Value>(
  { isBeside }: Pick<MerchantWorld, 'isBeside'>,
  things: readonly Thing[],
  work: (thing: Thing) => Promise<Value>,
): Promise<readonly Value[]> => {
  if (isBeside === true) return await Promise.all(things.map(work));
  const values: Value[] = [];
  for (const thing of things) values.push(await work(thing));
  return values;
};
