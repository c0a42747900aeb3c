import type { CheckOutcome, ReducedBasket } from '#schemas';
import { type Asked, productsOf, reducedBasket } from './products.ts';
import { lock, recalculate, type Replied, restore } from './basket-calls.ts';
import { answerInWords, openBasket, type OpenBasket, stockedLines, unanswered } from './open-basket.ts';
import { failed, notExercised, outcomeOf, Unmet, unlessUnmet, unmet } from '../../outcome.ts';
import type { ReadBasket } from './read-basket.ts';
import { lineOutcome, isAsAsked, isLost } from './reflection.ts';
import { askedAgain, isSoldToAnother, keptError, type Twin } from './shortage-repeats.ts';
import { reflects } from './reflects-changes.ts';
import { availableQuantity, limitOutcome, priceOfMore, type Shortage, shortageOutcome } from './shortages.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

type World = MerchantWorld<never>;

/** What asking for too much showed. */
export interface Probed {
  readonly shortage: CheckOutcome;
  /** Whether the errored line carries, and costs, no more than there is. */
  readonly quantity?: CheckOutcome | undefined;
  /** Whether exactly as much as there is was supplied, also after the shortage. */
  readonly limit?: CheckOutcome | undefined;
  /** Whether the request that can be met is still answered without an error once the shortage has been. */
  readonly forgotten?: CheckOutcome | undefined;
}

/**
 * Asks for more of a product than there is, beside products that can be supplied. First the positive twin: the same
 * request with what can be supplied instead, so that a refusal is about the shortage and about nothing else.
 */
export const probeShortage = async (
  world: World,
  call: 'recalculate' | 'lock',
  shortage: Shortage,
  loggedUser?: string,
): Promise<Probed> => {
  const arranged = await outcomeOf(arrange(world, shortage, loggedUser));
  if ('status' in arranged) return { shortage: arranged };
  const probed = await outcomeOf(ask(world, call, shortage, arranged));
  if (arranged.opened.origin === 'fixture') await restore(world, arranged.opened);
  return 'status' in probed ? { shortage: probed } : probed;
};

interface Arranged {
  readonly opened: OpenBasket;
  readonly others: readonly Asked[];
  /** Already part of the basket: that a product can be added by recalculation is stated nowhere. */
  readonly inBasket: boolean;
}

/** Where the first one is given away, which comes and goes as the shop likes, there have to be more. */
const besideAtMost = [1, 3] as const;

const arrange = async (world: World, shortage: Shortage, loggedUser: string | undefined): Promise<Arranged> => {
  for (const most of besideAtMost) {
    const arranged = await arrangeBeside(world, shortage, { most, loggedUser });
    if (arranged.others.length > 0) return arranged;
    if (!world.triggers.has('createBasket')) break;
  }
  throw nothingBeside(world);
};

const arrangeBeside = async (
  world: World,
  { id }: Shortage,
  { most, loggedUser }: { readonly most: number; readonly loggedUser: string | undefined },
): Promise<Arranged> => {
  const beside = stockedLines(world, most).filter((line) => line.variantId !== id);
  const lines = [...beside, { variantId: id, quantity: 1 }];
  const made = world.triggers.has('createBasket')
    ? await unlessUnmet(openBasket(world, { lines, linesRequired: true, loggedUser }))
    : undefined;
  const opened = made ?? (await openBasket(world, { lines: beside }));
  const others = productsOf(opened.basket).filter((product) => product.id !== id && !product.free);
  return { opened, others, inBasket: opened.basket.lines?.some((line) => line.id === id) === true };
};

const nothingBeside = ({ fixtures, triggers }: World): Unmet => {
  const unlock =
    (fixtures.products?.inStock ?? []).length === 0
      ? 'merchant.fixtures.products.inStock'
      : triggers.has('createBasket')
        ? 'merchant.fixtures.baskets'
        : 'triggers.createBasket';
  return unmet('a basket that also holds another product, in stock, is needed', unlock);
};

const ask = async (
  world: World,
  call: 'recalculate' | 'lock',
  shortage: Shortage,
  { opened, others, inBasket }: Arranged,
): Promise<Probed> => {
  const request = (extra: readonly Asked[], besides: readonly Asked[] = others) =>
    reducedBasket(opened.basketId, opened.basket, { products: [...besides, ...extra] });
  const twin = await positiveTwin(world, twinsOf(world, call, shortage, { others, inBasket }), shortage, request);
  const { limit } = twin;
  const negative = request([{ id: shortage.id, quantity: shortage.asked }]);
  const send = async (): Promise<Replied> =>
    await (call === 'lock' ? lock : recalculate)(world, negative, { expect: 'any' });
  const first = await send();
  // A single 5xx may be for anything; only one that comes again is for what was asked.
  const replied = hasCrashed(first) ? await send() : first;
  if (replied.kind === 'replied') {
    const exchanges = [twin.exchange, replied.exchange];
    // What the target adds itself, such as a deposit, follows the other products: only what can be had as asked is lost.
    const supplied = others.filter((other) => isAsAsked(twin.basket, other));
    const found = shortageOutcome(replied.basket, shortage, supplied, exchanges);
    const lost = supplied.filter((other) => isLost(replied.basket, other));
    const isItsOwn = async (): Promise<boolean> =>
      (await reflects(world, twin, replied.basket, { shortage, others, request })) &&
      !(call === 'lock' && (await losesAnyway(world, lost)));
    const repeated = { twin, request, shortage, supplied };
    const kept = call === 'lock' ? undefined : await keptError(world, repeated);
    const isKept = kept?.status === 'failed' && (await isSoldToAnother(world, repeated));
    const again = call === 'lock' || found.status === 'failed' ? undefined : await askedAgain(world, repeated);
    return {
      shortage:
        found.status === 'failed' && !(await isItsOwn())
          ? notExercised('what can be supplied does not come back as it is asked for either')
          : (again ?? found),
      quantity:
        (twin.limit?.status === 'passed' ? priceOfMore(replied.basket, twin.basket, shortage, exchanges) : undefined) ??
        availableQuantity(replied.basket, shortage, exchanges),
      limit: isKept ? kept : limit,
      forgotten: isKept ? undefined : kept,
    };
  }
  const { answer } = replied;
  if (answer.kind === 'unsent') return { shortage: notExercised(answer.reason, answer.unlock), limit };
  if (call === 'lock' && (await lockOf(world, others)) === undefined)
    return { shortage: notExercised(`locking without the shortage fails too: ${answerInWords(answer)}`), limit };
  return {
    shortage: failed({
      expected: `2xx with "${shortage.id}" carrying an error, as the request without the shortage was answered 2xx`,
      actual: answerInWords(answer),
      exchanges: [twin.exchange, answer.exchange],
      cause: `shortage ${answer.kind}`,
    }),
    limit,
  };
};

const hasCrashed = (replied: Replied): boolean =>
  replied.kind === 'not-replied' && replied.answer.kind === 'refused' && replied.answer.status >= 500;

/** What is added to the other products in place of the shortage, best first. Nothing, when the product is part of it. */
const twinsOf = (
  world: World,
  call: 'recalculate' | 'lock',
  { id, available }: Shortage,
  { others, inBasket }: Pick<Arranged, 'others' | 'inBasket'>,
): readonly (readonly Asked[])[] => {
  const limit = available > 0 ? [[{ id, quantity: available }]] : [];
  // By the time of the locks an earlier one may hold what there is.
  if (inBasket) return [...(call === 'lock' ? [] : limit), []];
  const another = world.fixtures.products?.inStock?.find((one) => others.every((other) => other.id !== one));
  return [...limit, ...(another === undefined ? [] : [[{ id: another, quantity: 1 }]])];
};

interface Limited extends Twin {
  readonly limit: CheckOutcome | undefined;
}

const positiveTwin = async (
  world: World,
  twins: readonly (readonly Asked[])[],
  shortage: Shortage,
  request: (extra: readonly Asked[]) => ReducedBasket,
): Promise<Limited> => {
  for (const twin of twins) {
    const [added] = twin;
    const replied = await recalculate(world, request(twin), added ? { expect: 'any' } : {});
    if (replied.kind === 'not-replied') {
      if (added === undefined)
        throw new Unmet(unanswered('the same request without the shortage was not answered', replied.answer));
      continue;
    }
    const { exchange } = replied;
    const fate = added && lineOutcome(replied.basket, added.id, added.quantity);
    // Products that were never in the basket need not be added by a recalculation.
    if (fate?.kind === 'missing' && !twins.some((one) => one.length === 0)) continue;
    const limit = fate && added?.id === shortage.id ? limitOutcome(shortage, fate, exchange) : undefined;
    return { added, basket: replied.basket, exchange, limit };
  }
  const reason = `"${shortage.id}" cannot be put in a basket: the target adds no products by recalculation`;
  throw unmet(reason, 'triggers.createBasket');
};

/** Of another basket, since a locked one may rightly refuse to be changed. */
const lockOf = async (world: World, others: readonly Asked[]): Promise<ReadBasket | undefined> => {
  const lines = others.map(({ id, quantity }) => ({ variantId: id, quantity }));
  const opened = await unlessUnmet(openBasket(world, { lines }));
  if (opened === undefined) return undefined;
  const replied = await lock(world, reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
  return replied.kind === 'replied' ? replied.basket : undefined;
};

/** Whether a lock without any shortage locks something else too, which the scenario about locks tells. */
const losesAnyway = async (world: World, lost: readonly Asked[]): Promise<boolean> => {
  if (lost.length === 0 || !world.triggers.has('createBasket')) return false;
  const locked = await lockOf(world, lost);
  return locked !== undefined && lost.every((other) => isLost(locked, other));
};
