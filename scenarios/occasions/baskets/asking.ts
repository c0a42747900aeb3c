import type { CheckOutcome } from '#schemas';
import { lock, recalculate, restore } from '../../arrange/basket/basket-calls.ts';
import type { BadCode } from '../../arrange/basket/codes.ts';
import { forEach, hasOwnBaskets, type OpenBasket } from '../../arrange/basket/open-basket.ts';
import { type Asked, codesOf, type Product, reducedBasket } from '../../arrange/basket/products.ts';
import { isAsAsked } from '../../arrange/basket/reflection.ts';
import { type Shortage, shortagesOf } from '../../arrange/basket/shortages.ts';
import { rotate } from '../../arrange/sampling.ts';
import { freshId, longUser } from '../../arrange/identity.ts';
import type { CallOptions, MerchantWorld } from '../../context/merchant.ts';
import type { Factors, Turn } from '../covering.ts';
import { addsProducts, createPlains, kindOf, moreThanAPage, muchOf } from './plain.ts';
import { createBadCodes } from './bad-codes.ts';
import { plannedLevels } from './levels.ts';
import { sendBefore } from './repeats.ts';
import { codesInForce } from './valid-codes.ts';
import type { Shop, Tried } from './wrongs.ts';

export interface Asking extends Shop, Pick<ReturnType<typeof createPlains>, 'refusedAsScanned'> {
  readonly levels: Factors;
  readonly shortages: readonly Shortage[];
  readonly badCodes: readonly BadCode[];
  /** Those of the valid codes that apply. */
  readonly valid: readonly string[];
  /** As many of these as there are have been given. */
  readonly given: ReadonlySet<string>;
  /** Turns with the same are of one basket. */
  basketOf(turn: Turn): unknown;
  /** Leaves baskets as they were found. */
  end(): Promise<void>;
}

/** So many are in one basket. */
const mostShort = 12;
const mostTogether = 2;

/** Turns rows into requests. A basket may stay with the first user it is given, so that each kind of user has one of its own. */
export const createAsking = async (
  world: MerchantWorld<never>,
  call: typeof recalculate | typeof lock = recalculate,
  ofValid?: (outcome: CheckOutcome) => void,
): Promise<Asking> => {
  const own = hasOwnBaskets(world);
  // One that is locked may be refused.
  const isFresh = call === lock && own;
  const wanted = shortagesOf(world).slice(0, mostShort);
  const plains = createPlains(world, wanted);
  const { baskets, open, paidOf, wholeOf, fewerOf, plainOf } = plains;
  const first = await open({ user: 'none' }, baskets);
  const hasOwners = own && world.triggers.has('createBasket', 'loggedUser');
  // Two, since what a shop shows one basket of another it may have given that one itself.
  const kinds = call === lock ? ['one beside'] : ['one beside', 'two beside', ...(hasOwners ? ['own beside'] : [])];
  const beside = await forEach(world, own ? kinds : [], async (user) => await open({ user }, baskets));
  const [others, ofUser] = [beside.slice(0, 2), beside.slice(2)];
  // Whose user has one basket for all shows in it what the next one was made with.
  if (ofUser.length > 0) await open({ user: 'own' }, baskets);
  const lookAt = (opened: readonly OpenBasket[]): Promise<unknown> =>
    forEach(world, opened, async ({ basketId }) => await world.merchant.retrieve(basketId, { expect: 'any' }));
  const paid = paidOf(first);
  const isSoldAlone = ({ id }: Product): boolean => world.fixtures.products?.inStock?.includes(id) === true;
  /** Nothing is known to be sold beside a product that belongs to it. */
  const foremost = (all: readonly Product[]): Product | undefined => all.find(isSoldAlone) ?? all[0];
  await plainOf(first, {}, wholeOf(first, {}));
  await lookAt([...others, ...ofUser]);
  const canAdd = wanted.some(({ id }) => first.basket.lines?.every((line) => line.id !== id))
    ? await addsProducts(world, first, wholeOf(first, {}))
    : false;
  const shortages = wanted.filter(({ id }) => canAdd || first.basket.lines?.some((line) => line.id === id));
  const { all: badCodes, badIn } = createBadCodes(world.fixtures);
  const valid = await codesInForce(world, first, wholeOf(first, {}), ofValid);
  const given = new Set<string>();
  let takesTwice = false;
  const limits = shortages.filter(({ available }) => available > 0);
  /** What a basket holds may be there for nobody else. */
  const holders = new Set(others);
  const giveBack = async (opened: OpenBasket, as = recalculate): Promise<unknown> => {
    const plainly = reducedBasket(opened.basketId, opened.basket, { products: wholeOf(opened, {}), codes: [] });
    return await as(world, plainly, { expect: 'any' });
  };
  const several = limits.filter(({ available }) => available > 1);
  const users: Readonly<Record<string, string>> = {
    short: freshId(),
    longest: longUser('x'),
    letters: longUser('żółć'),
  };
  const isManyThere = call === recalculate && (await plains.takesMany());
  const levels = plannedLevels((factor, level) => {
    // A lock is of what was recalculated, for the user it was recalculated for, and not of nothing.
    if (call === lock && (['nothing', 'huge'].includes(level) || (factor === 'user' && level !== 'own'))) return false;
    if (factor === 'afterwards') return level === 'retrieved' || own;
    if (factor === 'duplicates' || level === 'fewer') return paid.some(({ quantity }) => quantity > 1);
    // Every row of recalculations comes after another one.
    if (level === 'changed') return call === lock;
    if (level === 'verbatim') return call === recalculate;
    if (level === 'own') return hasOwners;
    // A basket that others need without a user might stay with the one it is given.
    if (factor === 'user') return first.origin === 'trigger' || first.basket.loggedUser !== undefined;
    if (level === 'known') return badCodes.length > 0;
    if (factor === 'bad' || factor === 'order' || factor === 'repeat') return true;
    if (factor === 'good') return valid.length > (level === 'two' ? 1 : 0);
    if (level === 'many') return isManyThere;
    if (level === 'split') return limits.length > 0;
    if (level === 'limit') return limits.length > 0 && call === recalculate;
    if (level === 'parts') return several.length > 0 && call === recalculate;
    if (level === 'gone' || level === 'zero') return paid.length > 1;
    if (level === 'huge') return paid.length > 0;
    if (factor === 'shortage') return paid.length > 0 && shortages.length > (level === 'several' ? 1 : 0);
    return paid.length > 0;
  });

  const send = async (opened: OpenBasket, { row, pick }: Turn, options: CallOptions, as = call): Promise<Tried> => {
    const { quantity, lines, shortage = 'none', order, user = '', repeat, duplicates, afterwards } = row;
    const whole = wholeOf(row['made'] === 'coded' ? first : opened, row);
    const plain = await plainOf(opened, row, whole);
    const held = paidOf(opened);
    const one = foremost(held);
    const isOne = ({ id }: Asked): boolean => id === one?.id;
    const much = one && muchOf(opened, one, { row, pick });
    // Of the first there may be just so many.
    const isMuch = (asked: Asked): boolean => much !== undefined && (lines === 'many' || isOne(asked));
    const isNone = (asked: Asked): boolean =>
      quantity === 'nothing' ||
      (quantity === 'gone' || quantity === 'zero' ? isOne(asked) : lines === 'one' && !isOne(asked));
    const short = rotate(shortages, pick).slice(0, { one: 1, several: mostTogether }[shortage] ?? 0);
    const pool = { limit: limits, split: limits, parts: several }[shortage] ?? [];
    const limited = pool.find((some) => some === shortages[pick % shortages.length]) ?? rotate(pool, pick)[0];
    const [limit, split] = shortage === 'split' ? [undefined, limited] : [limited, undefined];
    const isInParts = shortage === 'parts';
    const unknowns = Array.from({ length: { one: 1, page: moreThanAPage }[row['unknown'] ?? ''] ?? 0 }, freshId);
    const bad = badIn({ row, pick });
    const good = rotate(valid, pick).slice(0, { valid: 1, two: 2, twice: 1 }[row['good'] ?? ''] ?? 0);
    const there = whole
      .map((asked) => (isNone(asked) ? { ...asked, quantity: 0 } : asked))
      .map((asked) => (isMuch(asked) ? { ...asked, quantity: muchOf(opened, asked, { row, pick }) ?? 0 } : asked))
      .filter((asked) => asked.quantity > 0 || (quantity === 'zero' && isOne(asked)));
    const twice =
      duplicates === 'twice'
        ? (there.find((asked) => asked.quantity > 1) ?? there.find((asked) => asked.quantity > 0))
        : undefined;
    const products = [
      ...there.flatMap((asked) =>
        asked === twice
          ? [
              { ...asked, quantity: Math.max(1, asked.quantity - 1) },
              { ...asked, quantity: 1 },
            ]
          : [asked],
      ),
      ...unknowns.map((id) => ({ id, quantity: 1 })),
      ...short.map(({ id, asked }) => ({ id, quantity: asked })),
      ...(limited === undefined ? [] : [{ id: limited.id, quantity: limited.available - (isInParts ? 1 : 0) }]),
      ...(limit && isInParts ? [{ id: limit.id, quantity: 1 }] : []),
      ...(split === undefined ? [] : [{ id: split.id, quantity: split.asked - split.available }]),
    ];
    const isWhole =
      twice === undefined &&
      user === 'none' &&
      products.length === whole.length &&
      products.every(({ id, quantity: asked }) => whole.some((one) => one.id === id && one.quantity === asked));
    const request = reducedBasket(opened.basketId, opened.basket, {
      products: order === 'reversed' ? products.toReversed() : products,
      codes: [
        ...(row['made'] === 'coded' ? [] : codesOf(opened.basket)),
        ...good,
        ...(row['good'] === 'twice' ? good : []),
        ...bad.map(({ code }) => code),
      ],
      ...(users[user] !== undefined && { loggedUser: users[user] }),
    });
    const before = await sendBefore(world, request, { row, pick });
    const replied = await as(world, repeat === 'verbatim' ? request : { ...request, requestId: freshId() }, options);
    const another = user === 'own' && ofUser.length > 0 ? ofUser : others;
    await lookAt({ retrieved: [opened], another: rotate(another, pick).slice(0, 1) }[afterwards ?? ''] ?? []);
    const isTaken = own && products.some(({ id }) => limits.some((one) => one.id === id));
    if (shortage === 'huge' || (isTaken && as === lock)) await giveBack(opened, as);
    if (isTaken && as === recalculate) holders.add(opened);
    else holders.delete(opened);
    // Whether a product may come in two lines is not stated.
    const isGiven = limit !== undefined && given.has(limit.id) && (takesTwice || !isInParts);
    if (replied.kind === 'replied') {
      if (twice && isAsAsked(replied.basket, twice)) takesTwice = true;
      if (limit && !isInParts && isAsAsked(replied.basket, { ...limit, quantity: limit.available }))
        given.add(limit.id);
    }
    const { shortage: _, ...rest } = row;
    const isJudged = one !== undefined && one.id !== twice?.id && (isSoldAlone(one) || lines === 'one');
    return {
      replied,
      before: call === recalculate ? before : undefined,
      judged: limit && !isGiven ? rest : row,
      known: [
        ...plain.supplied.filter((asked) => !isNone(asked) && asked.id !== twice?.id && !isMuch(asked)),
        ...(limit && isGiven ? [{ id: limit.id, quantity: limit.available }] : []),
      ],
      limit,
      short,
      split,
      unknown: unknowns[0],
      isMuch: much !== undefined,
      excess: much !== undefined && isJudged ? { ...one, quantity: much, mayGo: !isSoldAlone(one) } : undefined,
      fewer: quantity === 'fewer' && twice === undefined ? fewerOf(opened, there) : undefined,
      none: held
        .filter((asked) => isNone(asked) && (isSoldAlone(asked) || (isOne(asked) && quantity !== 'nothing')))
        .map(({ id }) => id),
      // What a code takes off nothing is not stated, and neither is what it is answered a second time.
      bad: quantity === 'nothing' ? [] : bad,
      good: quantity === 'nothing' || row['good'] === 'twice' ? [] : good,
      left: valid.filter((code) => !good.includes(code)),
      plain: isWhole && good.length === 0 ? plain : undefined,
      isAsFirst: isWhole && quantity === 'held' && lines === 'few',
    };
  };
  const askAfresh = async (
    turns: readonly Turn[],
    options: CallOptions = { expect: 'any' },
    as = call,
  ): Promise<Tried> => {
    const used = own ? new Map<string, Promise<OpenBasket>>() : baskets;
    const [last, ...before] = turns.toReversed();
    if (last === undefined) throw new Error('no request to send');
    // A basket is of the user and the lines that it is asked with last.
    const opened = await open(last.row, used);
    for (const turn of before.toReversed()) await send(opened, turn, { expect: 'any' });
    return await send(opened, last, options, as);
  };
  return {
    levels,
    shortages,
    badCodes,
    valid,
    given,
    basketOf: (turn) => (isFresh ? turn.pick : own && kindOf(turn.row)),
    ask: async (turn, options = { expect: 'any' }) =>
      await send(await open(turn.row, isFresh ? new Map() : baskets), turn, options),
    askAfresh,
    sells: plains.sells,
    refusedAsScanned: plains.refusedAsScanned,
    ...(call === lock && {
      recalculated: (turns: readonly Turn[]) => askAfresh(turns, { expect: 'any' }, recalculate),
    }),
    async end() {
      // A plain request is the last, so that what stayed of codes goes.
      for (const opened of holders) await giveBack(opened);
      await lookAt(others);
      for (const opened of await Promise.all(baskets.values()))
        if (opened.origin === 'fixture') await restore(world, opened);
    },
  };
};
