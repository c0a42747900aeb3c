import type { CheckOutcome } from '#schemas';
import {
  answerInWords,
  hasOwnBaskets,
  openBasket,
  type OpenBasket,
  stockedLines,
} from '../../arrange/basket/open-basket.ts';
import { productsOf } from '../../arrange/basket/products.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import type { Answer, MerchantWorld } from '../../context/merchant.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';

/** Several, since one may be lost to something else. */
const count = 2;
/** No longer than this is waited for others, and no basket so near to its end is looked at. */
const longestMs = 240_000;
const wellAheadMs = 30_000;

export default defineMerchantScenario({
  id: 'merchant/basket-kept',
  title: 'A basket that was scanned and left alone is still there at the end of the run',
  phase: 'meanwhile',
  needs: ['merchant.basketUrl', 'triggers.createBasket'],
  covers: ['basket/kept'],
  // Whatever is tried again alone has no others to wait for.
  once: true,
  async run(world) {
    if (isLeftOut(world, 'baskets left alone for a run')) return;
    world.check('basket/kept', await keptToTheEnd(world));
  },
});

type LeavingWorld = Pick<MerchantWorld, 'merchant' | 'baskets' | 'clock' | 'fixtures' | 'triggers' | 'othersOver'>;

/**
 * Resources › Basket › expiresAt: until then the basket is valid. Where those that nobody touched are gone, or hold nothing any more,
 * long before, and one that is made just so holds what they held, it is neither the stock nor the time.
 */
export const keptToTheEnd = async (world: LeavingWorld): Promise<CheckOutcome> => {
  const left: OpenBasket[] = [];
  while (left.length < count) {
    const opened = hasOwnBaskets(world) ? await anotherBasket(world) : undefined;
    if (opened === undefined) return noBasket;
    left.push(opened);
  }
  const until = Math.min(...left.map(({ basket }) => basket.expiresAtMs ?? 0)) - wellAheadMs;
  const patience = Math.min(longestMs, until - world.clock.now());
  if (patience <= 0) return shortLived;
  await world.othersOver(patience);
  const losses: { readonly words: string; readonly exchanges: readonly number[] }[] = [];
  for (const { basketId, exchange } of left) {
    const answer = await world.merchant.retrieve(basketId, { expect: 'any' });
    const words = world.clock.now() > until ? undefined : lossIn(answer);
    if (words === undefined || !('exchange' in answer)) return passed;
    losses.push({ words, exchanges: [exchange, answer.exchange] });
  }
  const now = await anotherBasket(world);
  if (now === undefined) return passed;
  // Whoever has no basket a second time has it no longer at once, whatever the time.
  if (lossIn(await world.merchant.retrieve(now.basketId, { expect: 'any' })) !== undefined) return once;
  const [first] = left;
  return failed({
    expected: `the products of the first retrieval, until ${first?.basket.expiresAt ?? 'expiresAt'}`,
    actual: losses.map(({ words }) => words).join(', and '),
    exchanges: [...losses.flatMap(({ exchanges }) => exchanges), now.exchange],
    cause: 'gone before its expiresAt',
  });
};

/** One that holds something. */
const anotherBasket = async (world: LeavingWorld): Promise<OpenBasket | undefined> => {
  const opened = await unlessUnmet(openBasket(world, { lines: stockedLines(world), linesRequired: true }));
  return opened && productsOf(opened.basket).length > 0 ? opened : undefined;
};

/** Undefined where it is there, or where that cannot be told. */
export const lossIn = (answer: Answer): string | undefined => {
  if (answer.kind === 'refused') return [404, 410].includes(answer.status) ? answerInWords(answer) : undefined;
  if (answer.kind !== 'answered') return undefined;
  const { lines } = readBasket(answer.body);
  const isEmpty = lines !== undefined && lines.every(({ error, quantity }) => error === undefined && quantity === 0);
  return isEmpty ? `${lines.length} lines, none with a quantity` : undefined;
};

const noBasket = notExercised('no basket could be made for this check', 'triggers.createBasket');
const shortLived = notExercised('the baskets that createBasket makes expire before the run ends');
const once = notExercised('a basket cannot be retrieved a second time');
