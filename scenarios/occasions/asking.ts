import { lock, recalculate, restore } from '../arrange/basket/basket-calls.ts';
import { type BadCode, badCodesOf, longestCode, madeUpCode } from '../arrange/basket/codes.ts';
import { hasOwnBaskets, mostLines, type OpenBasket } from '../arrange/basket/open-basket.ts';
import { type Asked, codesOf, oneMoreOfEach, type Product, reducedBasket } from '../arrange/basket/products.ts';
import { isAsAsked } from '../arrange/basket/reflection.ts';
import { type Shortage, shortagesOf } from '../arrange/basket/shortages.ts';
import { freshId } from '../arrange/identity.ts';
import type { CallOptions, MerchantWorld } from '../context/merchant.ts';
import type { Factors, Turn } from './covering.ts';
import { addsProducts, codesInForce, createPlains } from './plain.ts';
import { plannedLevels } from './factors.ts';
import type { Shop, Tried } from './wrongs.ts';

export interface Asking extends Shop {
  readonly levels: Factors;
  readonly shortages: readonly Shortage[];
  readonly badCodes: readonly BadCode[];
  /** As many of these as there are have been given. */
  readonly given: ReadonlySet<string>;
  /** Leaves baskets as they were found. */
  end(): Promise<void>;
}

/** Limits: loggedUser in a Basket. */
const longestUser = 255;
/** So many are in one basket. */
const mostShort = 12;
const mostTogether = 2;

/** Turns rows into requests. A basket may stay with the first user it is given, so that each kind of user has one of its own. */
export const createAsking = async (
  world: MerchantWorld<never>,
  call: typeof recalculate | typeof lock = recalculate,
): Promise<Asking> => {
  const own = hasOwnBaskets(world);
  const wanted = shortagesOf(world).slice(0, mostShort);
  const { baskets, linesOf, open, paidOf, wholeOf, plainOf } = createPlains(world, wanted);
  const first = await open({ user: 'none' }, baskets);
  const paid = paidOf(first);
  const isSoldAlone = ({ id }: Product): boolean => world.fixtures.products?.inStock?.includes(id) === true;
  /** Nothing is known to be sold beside a product that belongs to it. */
  const foremost = (all: readonly Product[]): Product | undefined => all.find(isSoldAlone) ?? all[0];
  await plainOf(first, {}, wholeOf(first, {}));
  const canAdd = wanted.some(({ id }) => first.basket.lines?.every((line) => line.id !== id))
    ? await addsProducts(world, first, wholeOf(first, {}))
    : false;
  const shortages = wanted.filter(({ id }) => canAdd || first.basket.lines?.some((line) => line.id === id));
  const badCodes = badCodesOf(world.fixtures);
  /** Of those that have an error of their own, two. */
  const oneOfEach = badCodes
    .filter((one, at) => badCodes.findIndex(({ error }) => error === one.error) === at)
    .slice(0, 2);
  const valid = await codesInForce(world, first, wholeOf(first, {}));
  const given = new Set<string>();
  const limits = shortages.filter(({ available }) => available > 0);
  const users: Readonly<Record<string, string>> = {
    short: freshId(),
    longest: freshId().padEnd(longestUser, 'x'),
    letters: freshId().padEnd(longestUser, 'żółć'),
  };
  const manyLines = linesOf(mostLines).length;
  /** A shop that has no room for them says so elsewhere. */
  const hasMany = async (): Promise<boolean> => {
    if (!own || call === lock || manyLines <= linesOf().length) return false;
    const many = { user: 'none', lines: 'many' };
    const opened = await open(many, baskets);
    return (await plainOf(opened, many, wholeOf(opened, many))).supplied.length === manyLines;
  };
  const isManyThere = await hasMany();
  const levels = plannedLevels((factor, level) => {
    // A lock is of what was recalculated, and not of nothing.
    if (call === lock && (factor === 'user' || level === 'nothing')) return false;
    // Every row of recalculations comes after another one.
    if (level === 'changed') return call === lock;
    if (level === 'own') return own && world.triggers.has('createBasket', 'loggedUser');
    // A basket that others need without a user might stay with the one it is given.
    if (factor === 'user') return first.origin === 'trigger' || first.basket.loggedUser !== undefined;
    if (level === 'known') return badCodes.length > 0;
    if (factor === 'bad' || factor === 'order' || factor === 'repeat') return true;
    if (factor === 'good') return valid.length > (level === 'two' ? 1 : 0);
    if (level === 'many') return isManyThere;
    if (level === 'limit') return limits.length > 0 && call === recalculate;
    if (level === 'fewer') return paid.some(({ quantity }) => quantity > 1);
    if (level === 'gone' || level === 'zero') return paid.length > 1;
    if (factor === 'shortage') return paid.length > 0 && shortages.length > (level === 'several' ? 1 : 0);
    return paid.length > 0;
  });

  const send = async (opened: OpenBasket, { row, pick }: Turn, options: CallOptions, as = call): Promise<Tried> => {
    const { quantity, lines, shortage = 'none', order, user = '', repeat } = row;
    const whole = wholeOf(opened, row);
    const plain = await plainOf(opened, row, whole);
    const held = paidOf(opened);
    const one = foremost(held);
    const isOne = ({ id }: Asked): boolean => id === one?.id;
    const isNone = (asked: Asked): boolean =>
      quantity === 'nothing' ||
      (quantity === 'gone' || quantity === 'zero' ? isOne(asked) : lines === 'one' && !isOne(asked));
    const short =
      { none: [], limit: [], one: rotate(shortages, pick).slice(0, 1) }[shortage] ??
      rotate(shortages, pick).slice(0, mostTogether);
    const limit =
      shortage === 'limit'
        ? (limits.find((some) => some === shortages[pick % shortages.length]) ?? rotate(limits, pick)[0])
        : undefined;
    const unknown = row['unknown'] === 'one' ? freshId() : undefined;
    const bad =
      {
        known: rotate(badCodes, pick).slice(0, 1),
        plain: [{ code: madeUpCode(longestCode) }],
        letters: [{ code: `ŁØĐÆ${madeUpCode(longestCode - 4)}` }],
        several: [...oneOfEach, { code: madeUpCode() }, { code: madeUpCode() }],
      }[row['bad'] ?? ''] ?? [];
    const good = rotate(valid, pick).slice(0, { valid: 1, two: 2 }[row['good'] ?? ''] ?? 0);
    const products = [
      ...whole
        .map((asked) => (isNone(asked) ? { ...asked, quantity: 0 } : asked))
        .filter((asked) => asked.quantity > 0 || (quantity === 'zero' && isOne(asked))),
      ...(unknown === undefined ? [] : [{ id: unknown, quantity: 1 }]),
      ...short.map(({ id, asked }) => ({ id, quantity: asked })),
      ...(limit === undefined ? [] : [{ id: limit.id, quantity: limit.available }]),
    ];
    const isWhole = products.every(({ id, quantity: asked }) =>
      whole.some((one) => one.id === id && one.quantity === asked),
    );
    const request = reducedBasket(opened.basketId, opened.basket, {
      products: order === 'reversed' ? products.toReversed() : products,
      codes: [...codesOf(opened.basket), ...good, ...bad.map(({ code }) => code)],
      ...(users[user] !== undefined && { loggedUser: users[user] }),
    });
    if (repeat === 'again') await recalculate(world, request, { expect: 'any' });
    if (repeat === 'changed')
      await recalculate(world, { ...request, products: oneMoreOfEach(request.products) }, { expect: 'any' });
    const replied = await as(world, { ...request, requestId: freshId() }, options);
    const isGiven = limit !== undefined && given.has(limit.id);
    if (limit && replied.kind === 'replied' && isAsAsked(replied.basket, { ...limit, quantity: limit.available }))
      given.add(limit.id);
    return {
      replied,
      known: [
        ...plain.supplied.filter((asked) => !isNone(asked)),
        ...(limit && isGiven ? [{ id: limit.id, quantity: limit.available }] : []),
      ],
      limit,
      short,
      unknown,
      none: held
        .filter((asked) => isNone(asked) && (isSoldAlone(asked) || (isOne(asked) && quantity !== 'nothing')))
        .map(({ id }) => id),
      bad,
      good,
      left: valid.filter((code) => !good.includes(code)),
      plain: products.length === whole.length && isWhole && good.length === 0 && user === 'none' ? plain : undefined,
    };
  };
  const askAfresh = async (
    turns: readonly Turn[],
    options: CallOptions = { expect: 'any' },
    as = call,
  ): Promise<Tried> => {
    const used = own ? new Map<string, OpenBasket>() : baskets;
    const before = turns.slice(0, -1);
    const last = turns.at(-1);
    if (last === undefined) throw new Error('no request to send');
    // A basket is of the user and the lines that it is asked with last.
    const opened = await open(last.row, used);
    for (const turn of before) await send(opened, turn, { expect: 'any' });
    return await send(opened, last, options, as);
  };
  return {
    levels,
    shortages,
    badCodes,
    given,
    // One that is locked may be refused.
    ask: async (turn, options = { expect: 'any' }) =>
      await send(await open(turn.row, call === lock && own ? new Map() : baskets), turn, options),
    askAfresh,
    ...(call === lock && {
      recalculated: (turns: readonly Turn[]) => askAfresh(turns, { expect: 'any' }, recalculate),
    }),
    async end() {
      for (const one of baskets.values()) if (one.origin === 'fixture') await restore(world, one);
    },
  };
};

const rotate = <Thing>(things: readonly Thing[], by: number): readonly Thing[] => {
  const from = things.length === 0 ? 0 : by % things.length;
  return [...things.slice(from), ...things.slice(0, from)];
};
