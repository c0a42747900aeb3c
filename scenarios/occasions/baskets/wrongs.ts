import type { Finding } from '#schemas';
import { reductionOf } from '#traffic/laws';
import type { Replied } from '../../arrange/basket/basket-calls.ts';
import { type BadCode, discountOf, isForGood, isInForce, withoutDiscount } from '../../arrange/basket/codes.ts';
import { answerInWords } from '../../arrange/basket/open-basket.ts';
import { inWords, isAsAsked, lineOutcome, stillSold } from '../../arrange/basket/reflection.ts';
import { differences, withoutPolicies } from '../../merchant/recalculation/basket-difference.ts';
import type { Asked } from '../../arrange/basket/products.ts';
import { type Shortage, shortageOutcome } from '../../arrange/basket/shortages.ts';
import type { Broken } from './levels.ts';
import type { CallOptions } from '../../context/merchant.ts';
import type { Row, Turn } from '../covering.ts';

/** What a row asked for, and how it was answered. */
export interface Tried {
  readonly replied: Replied;
  /** The answer to the same request before. */
  readonly before: Replied | undefined;
  readonly bad: readonly BadCode[];
  /** The levels that its answer can tell of. */
  readonly judged: Row;
  /** What can be supplied, with the quantity that was asked for. */
  readonly known: readonly Asked[];
  readonly limit: Shortage | undefined;
  readonly short: readonly Shortage[];
  /** Asked for in two lines, together more than there are. */
  readonly split: Shortage | undefined;
  readonly unknown: string | undefined;
  /** Many pieces of a product, for which there may be no room. */
  readonly isMuch: boolean;
  /** It, where an answer can tell; what is not known to be sold by itself may go. */
  readonly excess: (Asked & { readonly mayGo: boolean }) | undefined;
  /** Fewer of it than the basket was scanned with. */
  readonly fewer: Asked | undefined;
  /** Left out, or asked for with quantity 0; all of them: sold by themselves, so that they need not come back. */
  readonly none: readonly string[];
  /** Valid codes that are asked for, and those that are not. */
  readonly good: readonly string[];
  readonly left: readonly string[];
  /** For the same products, where nothing but a bad code comes with them. */
  readonly plain: { readonly basketValue: number | undefined; readonly reduction: number } | undefined;
  /** Nothing but codes is otherwise than where valid ones were found to apply. */
  readonly isAsFirst: boolean;
}

/** Who is asked. */
export interface Shop {
  /** What a basket was asked before counts for nothing, so that the same one is used again; or else one that nobody has asked. */
  ask(turn: Turn, options?: CallOptions): Promise<Tried>;
  askAfresh(turns: readonly Turn[], options?: CallOptions): Promise<Tried>;
  /** To a basket that is made with just so many; undefined where none can be made. */
  sells?(one: Asked): Promise<boolean | undefined>;
  /** Of locks: the same, recalculated. */
  readonly recalculated?: (turns: readonly Turn[]) => Promise<Tried>;
}

/** What is wrong with an answer, whatever in its request it is for. */
export interface Wrong extends Pick<Finding, 'expected' | 'actual' | 'pointer'> {
  readonly cause: string;
  /** What is broken, where that is not a matter of what came together. */
  readonly breaks?: Broken;
}

/** What lasts from a code that is left out. */
export const keptReduction = 'reduction of a code left out still counts';
/** A least quantity, or a pack, may be the reason. */
export const tooFew = 'error on fewer than were scanned';

/** Endpoints › Merchant-hosted › 2: a 2xx with what is available, and error codes on what is not, whatever comes together. */
export const wrongsOf = (tried: Tried): readonly Wrong[] => {
  const { replied, known, short, split, unknown, none, isMuch, excess, fewer } = tried;
  if (replied.kind === 'not-replied') {
    if (replied.answer.kind === 'unsent') return [];
    const seen = { expected: '2xx with a basket', actual: answerInWords(replied.answer) };
    const breaks = tried.judged['shortage'] === 'more' && ({ breaks: 'shortage-reported' } as const);
    return [{ cause: 'refused for what comes together', ...breaks, ...seen }];
  }
  const { basket } = replied;
  const wrongs: Wrong[] = [];
  // An error may say that so many pieces, or so much weight, are all there is room for; and a deposit goes with its product.
  const isCrowded = isMuch || none.length > 0 || [...short, split].some((one) => (one?.available ?? 0) > 0);
  for (const { id, quantity } of known) {
    const fate = lineOutcome(basket, id, quantity);
    if (fate.kind === 'as-asked' || fate.kind === 'unreadable' || (fate.kind === 'reported' && isCrowded)) continue;
    wrongs.push({
      cause: fate.kind === 'reported' ? 'error on an available part' : 'available part lost',
      expected: `"${id}" with quantity ${quantity} and no error`,
      actual: inWords(id, fate),
      pointer: 'pointer' in fate ? fate.pointer : '/products',
    });
  }
  for (const one of [excess, fewer]) {
    if (one === undefined || known.some(({ id }) => id === one.id)) continue;
    const fate = lineOutcome(basket, one.id, one.quantity);
    const isGone = fate.kind === 'missing' || (fate.kind === 'differs' && fate.carries === 0);
    if (fate.kind === 'as-asked' || fate.kind === 'unreadable' || (isGone && one === excess && excess.mayGo)) continue;
    if (fate.kind === 'reported' && (one === excess || isCrowded)) continue;
    wrongs.push({
      cause: fate.kind === 'reported' ? tooFew : `quantity ${fate.kind}`,
      breaks: 'change-reflected',
      expected: `"${one.id}" with quantity ${one.quantity}${one === excess ? ', or an error code on it' : ' and no error'}`,
      actual: inWords(one.id, fate),
      pointer: 'pointer' in fate ? fate.pointer : '/products',
    });
  }
  if (unknown !== undefined && lineOutcome(basket, unknown, 1).kind === 'as-asked')
    wrongs.push({
      cause: 'unknown product sold',
      breaks: 'shortage-reported',
      expected: `"${unknown}" with an error, or without a piece of it`,
      actual: inWords(unknown, { kind: 'as-asked' }),
      pointer: '/products',
    });
  for (const id of none) {
    const sold = stillSold(basket, id);
    if (sold === undefined) continue;
    wrongs.push({
      cause: tried.judged['quantity'] === 'zero' ? 'quantity 0 still sold' : 'removed product still there',
      breaks: 'change-reflected',
      expected: `no "${id}", or quantity 0`,
      actual: `"${id}" with quantity ${sold.quantity ?? 'unknown'}`,
      pointer: sold.pointer,
    });
  }
  for (const one of short) {
    const outcome = shortageOutcome(basket, one, [], []);
    if (outcome.status !== 'failed') continue;
    const { expected, actual, cause = '', pointer = '/products' } = outcome;
    wrongs.push({ cause, breaks: 'shortage-reported', expected, actual, pointer });
  }
  // One of the lines may have the error, or none where what it is merged to can be supplied.
  if (split !== undefined && isAsAsked(basket, { id: split.id, quantity: split.asked }))
    wrongs.push({
      cause: 'shortage in two lines',
      breaks: 'shortage-reported',
      expected: `"${split.id}" with an error, or ${split.available} of it at most`,
      actual: `"${split.id}" with quantity ${split.asked} in all and no error`,
      pointer: '/products',
    });
  return [...wrongs, ...wrongsOfCodes(tried), ...wrongsOfRepeat(tried)];
};

/** Who may buy a product is told of elsewhere. */
const wrongsOfRepeat = ({ before, replied, judged }: Tried): readonly Wrong[] => {
  if (before?.kind !== 'replied' || replied.kind !== 'replied') return [];
  const [found] = differences(withoutPolicies(before.basket), withoutPolicies(replied.basket));
  if (found === undefined) return [];
  const isDetour = judged['repeat'] === 'detour';
  return [
    {
      cause: isDetour ? `${found.kind} otherwise after other requests` : `${found.kind} recalculated otherwise`,
      breaks: isDetour ? 'path-independent' : 'repeatable',
      expected: found.first,
      actual: found.second,
      pointer: found.pointer,
    },
  ];
};

const wrongsOfCodes = ({ replied, known, bad, good, left, plain, isAsFirst }: Tried): readonly Wrong[] => {
  if (replied.kind === 'not-replied' || replied.basket.discounts === undefined) return [];
  const { basket } = replied;
  const { discounts = [], basketValue = Infinity } = basket;
  const wrongs: Wrong[] = [];
  for (const { code, error } of bad) {
    const discount = discountOf(basket, code);
    // What does not apply to a basket may apply beside another code, or to other products.
    const isOwed = discount === undefined || plain !== undefined || error !== 'NOT_APPLICABLE';
    if (discount?.error !== undefined || !isOwed) continue;
    wrongs.push({
      cause: discount === undefined ? 'bad code dropped' : 'bad code without error',
      breaks: good.length > 0 || bad.length > 1 ? 'every-discount' : 'bad-discount-reported',
      expected: `discount "${code}" with an error`,
      actual: discount
        ? `discount "${code}" with value ${discount.value ?? 'unknown'} and no error`
        : withoutDiscount(basket, code),
      pointer: discount?.pointer ?? '/price/discounts',
    });
  }
  for (const code of good) {
    const found = discountOf(basket, code);
    // It may not go with another code, or with what else is in the basket; INVALID may say so as well.
    const isAlone = isAsFirst && bad.length === 0 && good.length === 1;
    if (found && (found.error === undefined || (!isAlone && (!isForGood(found.error) || found.error === 'INVALID'))))
      continue;
    wrongs.push({
      cause: found ? `valid code ${found.error}` : 'code dropped among others',
      breaks: found ? 'good-discount-applied' : 'every-discount',
      expected: `discount "${code}", as when it came alone`,
      actual: found ? `discount "${code}" with error ${found.error}` : withoutDiscount(basket, code),
      pointer: found?.pointer ?? '/price/discounts',
    });
  }
  const kept = left.find((code) => isInForce(basket, code));
  if (kept !== undefined)
    wrongs.push({
      cause: 'code left out still counts',
      breaks: 'every-discount',
      expected: `no discount "${kept}"`,
      actual: `discount "${kept}" without an error`,
      pointer: discountOf(basket, kept)?.pointer ?? '/price/discounts',
    });
  // Another code may be in force beside it, as one that the shop gives for the one that is not.
  const takenOff = plain === undefined ? 0 : Math.max(0, reductionOf(discounts) - plain.reduction);
  if (
    wrongs.length === 0 &&
    known.every((one) => isAsAsked(basket, one)) &&
    plain?.basketValue !== undefined &&
    basketValue + takenOff < plain.basketValue
  )
    wrongs.push({
      cause: bad.length > 0 ? 'bad code applied' : keptReduction,
      breaks: bad.length > 0 ? 'bad-discount-reported' : 'every-discount',
      expected: `basketValue ${plain.basketValue}, as without the code`,
      actual: `basketValue ${basketValue}`,
      pointer: '/price/basketValue',
    });
  return wrongs;
};
