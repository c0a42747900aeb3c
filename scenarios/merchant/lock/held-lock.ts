import type { CheckOutcome, Finding, LimitedProduct, ReducedBasket } from '#schemas';
import { lock, type Replied, type Reply } from '../../arrange/basket/basket-calls.ts';
import { answerInWords, openBasket } from '../../arrange/basket/open-basket.ts';
import { lineOutcome, inWords } from '../../arrange/basket/reflection.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed, passed, unlessUnmet, warned } from '../../outcome.ts';

type World = MerchantWorld<never>;

/** That a lock keeps the id of its basket is stated nowhere: whoever goes on with what is locked does so by the id it was answered under. */
export const ownRequest = ({ held, won }: Pick<Race, 'held' | 'won'>): ReducedBasket => ({
  ...won,
  id: (held.kind === 'replied' ? held.basket.id : undefined) ?? won.id,
});

/** Long enough for a lock that is let go far too early, and short enough to be waited for once. */
const laterMs = 3_000;

/** What there is as many of as of another tells nothing new, but for the first and the last. */
export const isUnlike = ({ max }: LimitedProduct, at: number, all: readonly LimitedProduct[]): boolean =>
  at === 0 || at === all.length - 1 || all.findIndex((one, before) => before > 0 && one.max === max) === at;

/** Two locks of the same units, of which one got them. */
export interface Race {
  readonly id: string;
  readonly max: number;
  readonly held: Replied;
  readonly won: ReducedBasket;
  readonly lost: ReducedBasket;
}

/** The units of one lock, given to another one before it ended. */
export interface Release {
  readonly outcome: CheckOutcome;
  /** The lock of the basket that had lost. */
  readonly given: Reply;
}

/** Endpoints › Merchant-hosted › 3: the basket is locked until its expiresAt, so a while later too. */
export const heldOn = async (world: World, race: Race): Promise<Release | undefined> => {
  const until = endOf(race.held);
  if (until === undefined || until < world.clock.now() + 2 * laterMs) return undefined;
  await world.idle(laterMs);
  return await lockedAway(world, race, until, { cause: 'lock let go early' });
};

/** Nor does it end because its basket is locked again, or looked at. */
export const stillHeld = async (world: World, race: Race, basketId: string): Promise<Release | undefined> => {
  const until = endOf(race.held);
  if (until === undefined) return undefined;
  await world.merchant.retrieve(basketId, { expect: 'any' });
  return await lockedAway(world, race, until, { cause: 'lock let go by another call' });
};

export const endOf = (held: Replied): number | undefined =>
  held.kind === 'replied' ? held.basket.expiresAtMs : undefined;

const lockedAway = async (
  world: World,
  { id, max, held, lost }: Race,
  until: number,
  told: Pick<Finding, 'message' | 'cause'>,
): Promise<Release | undefined> => {
  const given = await lock(world, { ...lost, requestId: freshId() }, { expect: 'any' });
  if (given.kind !== 'replied' || !got(given, id, max) || world.clock.now() >= until) return undefined;
  if (await hasComeIn(world, { id, max, lost })) return undefined;
  const outcome = failed({
    ...told,
    expected: `"${id}" with an error until ${new Date(until).toISOString()}`,
    actual: `the other basket has quantity ${max} of it, without an error`,
    pointer: '/products',
    exchanges: [...(held.kind === 'replied' ? [held.exchange] : []), given.exchange],
  });
  return { outcome, given };
};

/** A third basket is given as many as well: there are more by now, and nobody has lost any. */
const hasComeIn = async (world: World, { id, max, lost }: Pick<Race, 'id' | 'max' | 'lost'>): Promise<boolean> => {
  const lines = lost.products.map((line) => ({ variantId: line.id, quantity: line.quantity }));
  const third = await unlessUnmet(openBasket(world, { lines, linesRequired: true }));
  if (third === undefined) return false;
  const request = { ...lost, requestId: freshId(), id: third.basket.id ?? third.basketId };
  return got(await lock(world, request, { expect: 'any' }), id, max);
};

/** A lock whose answer got lost is asked for again. What that comes to is not stated, so the worst is a warning. */
export const ownLock = async (world: World, race: Race): Promise<CheckOutcome> => {
  const { id, max, held } = race;
  const again = await lock(world, { ...ownRequest(race), requestId: freshId() }, { expect: 'any' });
  const fate = again.kind === 'replied' ? lineOutcome(again.basket, id, max) : undefined;
  if (again.kind !== 'replied' || fate?.kind !== 'reported') return passed;
  return warned(
    {
      expected: `"${id}" with quantity ${max} and no error, as in the first lock`,
      actual: inWords(id, fate),
      pointer: fate.pointer,
      exchanges: [...(held.kind === 'replied' ? [held.exchange] : []), again.exchange],
      cause: 'own lock counts',
    },
    'what a second lock of a basket comes to is not stated',
  );
};

export const got = (replied: Replied, id: string, max: number): boolean =>
  replied.kind === 'replied' && lineOutcome(replied.basket, id, max).kind === 'as-asked';

/**
 * Endpoints › Merchant-hosted › 3: what is available is locked until the expiresAt of the answer, also where more was asked for. Another
 * basket that is given all of it right afterwards has what the first was promised, unless more has come in, which the first
 * would be given too. Only of a shop that sets aside what is locked whole.
 */
export const heldWhenCut = async (world: World, race: Race): Promise<CheckOutcome | undefined> => {
  const { id, max, lost } = race;
  const own = ownRequest(race);
  const lockOf = async (request: ReducedBasket, quantity: number): Promise<Replied> => {
    const products = request.products.map((line) => (line.id === id ? { ...line, quantity } : line));
    return await lock(world, { ...request, requestId: freshId(), products }, { expect: 'any' });
  };
  const cut = await lockOf(own, max + 1);
  const fate = cut.kind === 'replied' ? lineOutcome(cut.basket, id, max + 1) : undefined;
  if (cut.kind !== 'replied' || fate?.kind !== 'reported' || fate.carries !== max) return undefined;
  const given = await lockOf(lost, max);
  const until = cut.basket.expiresAtMs ?? 0;
  if (given.kind !== 'replied' || !got(given, id, max) || until <= world.clock.now()) return undefined;
  const again = await lockOf(own, max);
  if (again.kind !== 'replied' || lineOutcome(again.basket, id, max).kind !== 'reported') return undefined;
  return failed({
    expected: `"${id}" with an error until ${cut.basket.expiresAt ?? 'expiresAt'}`,
    actual: `the other basket has quantity ${max} of it, without an error`,
    exchanges: [cut.exchange, given.exchange, again.exchange],
    cause: 'cut lock holds nothing',
  });
};

/** Turned away in the race, which may be for the race alone; asked again alone there is only the shortage to tell. */
export const judgeLoser = async (
  world: MerchantWorld<'lock/shortage-reported'>,
  request: ReducedBasket,
  id: string,
): Promise<void> => {
  const again = await lock(world, request, { expect: 'any' });
  if (again.kind === 'replied' || again.answer.kind === 'unsent') return;
  world.check(
    'lock/shortage-reported',
    failed({
      expected: `2xx with "${id}" carrying an error`,
      actual: answerInWords(again.answer),
      exchanges: [again.answer.exchange],
      cause: `locked before, ${again.answer.kind}`,
    }),
  );
};
