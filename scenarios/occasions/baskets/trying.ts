import { causeId, type CheckOutcome, type Finding, wordsOf } from '#schemas';
import { isCrash } from '../../arrange/basket/crashes.ts';
import { unanswered } from '../../arrange/basket/open-basket.ts';
import { isLost } from '../../arrange/basket/reflection.ts';
import { failed, warned } from '../../outcome.ts';
import { holdsLevels, type Row, type Turn } from '../covering.ts';
import { reduce } from '../reducing.ts';
import { heldIn, type Told } from './held.ts';
import { type Broken, oddLevels, type OddLevel, plainRow } from './levels.ts';
import { keptReduction, type Shop, tooFew, type Tried, type Wrong, wrongsOf } from './wrongs.ts';

export interface Telling {
  check(breaks: Broken, outcome: CheckOutcome, of?: Turn): void;
  /** These levels show nothing else, be it together or with others. */
  avoid(levels: Row): void;
}

/** Carries rows out. What was found has been told, or is told elsewhere, and is not looked into again. */
export const createTrying = (shop: Shop, telling: Telling): ((turn: Turn) => Promise<Tried>) => {
  const found: { readonly cause: string; readonly levels: Row; readonly isLater: boolean }[] = [];
  const before: Turn[] = [];
  /** Codes with another error than the configuration says, alone. */
  const unlike = new Set<string>();
  return async (turn) => {
    const tried = await shop.ask(turn);
    const causes = new Set(wrongsOf(tried).map(({ cause }) => cause));
    if (causes.size === 0)
      for (const { breaks, outcome } of heldIn(turn.row, tried, unlike)) telling.check(breaks, outcome);
    for (const cause of causes) {
      if (found.some((one) => one.cause === cause && (one.isLater || holdsLevels(turn.row, one.levels)))) continue;
      const reduced = await reduceTurns(shop, before, turn, cause);
      if (reduced === undefined) continue;
      const { row } = reduced.turns.at(-1) ?? turn;
      const isLater = reduced.turns.length > 1;
      const levels = Object.fromEntries(oddLevels(row).map(({ factor }) => [factor, turn.row[factor] ?? '']));
      found.push({ cause, levels, isLater });
      // What is refused shows nothing else, and what fails alone would be found wherever it is.
      const isRefused = tried.replied.kind === 'not-replied';
      if (!isLater && (isRefused || Object.keys(levels).length === 1)) telling.avoid(levels);
      const told = await toldOf(shop, reduced);
      if (told) telling.check(told.breaks, told.outcome, turn);
    }
    // Each lock is of a basket of its own.
    if (shop.recalculated === undefined) before.push(turn);
    return tried;
  };
};

interface Reduced {
  /** The last is the one that is answered wrongly, the one before it what makes it so. */
  readonly turns: readonly Turn[];
  readonly wrong: Wrong;
  /** The last answer to it, and that to what has one level less, in which it is not wrong. */
  readonly tried: Tried;
  readonly twin: Tried;
}

/**
 * The fewest levels with which it is still wrong, in baskets that nobody has asked for anything; or else what came before in the same
 * one. Undefined where it is so without any, only once, or where nobody can tell.
 */
const reduceTurns = async (
  shop: Shop,
  before: readonly Turn[],
  drawn: Turn,
  cause: string,
): Promise<Reduced | undefined> => {
  const wrongIn = (tried: Tried) => wrongsOf(tried).find((one) => one.cause === cause);
  const alone = await shop.askAfresh([drawn]);
  let turns: readonly Turn[] = [drawn];
  let twin: Tried | undefined;
  if (wrongIn(alone) === undefined) {
    twin = alone;
    for (const earlier of before.toReversed()) {
      turns = [earlier, drawn];
      if (wrongIn(await shop.askAfresh(turns))) break;
      turns = [];
    }
    if (turns.length === 0) return undefined;
  }
  const odd = () =>
    new Map(
      turns.flatMap((turn, at) => oddLevels(turn.row).map((one) => [`${at} ${one.factor}`, { ...one, at, turn }])),
    );
  const isTold = await reduce(odd, async ({ at, turn, factor, simpler }) => {
    const without = turns.with(at, { ...turn, row: { ...turn.row, [factor]: simpler } });
    const tried = await shop.askAfresh(without);
    if (wrongIn(tried)) turns = without;
    else if (tried.replied.kind === 'not-replied') return undefined;
    else twin = tried;
    return turns === without;
  });
  if (!isTold) return undefined;
  const tried = await shop.askAfresh(turns);
  const wrong = wrongIn(tried);
  // What a recalculation is answered as well is told of that.
  const same = await shop.recalculated?.(turns);
  if (same && (same.replied.kind === 'not-replied' || wrongIn(same))) return undefined;
  return twin && wrong && { turns, wrong, tried, twin };
};

/** Undefined where nothing is owed, or where it is told elsewhere. */
const toldOf = async (shop: Shop, { turns, wrong, tried, twin }: Reduced): Promise<Told | undefined> => {
  // A value that is one behind is no matter of codes.
  if (turns.length > 1 && wrong.cause === 'bad code applied') return undefined;
  const [last = { row: plainRow, pick: 0 }, earlier] = turns.toReversed();
  const odd = oddLevels(last.row);
  const [first] = earlier === undefined ? odd : [...odd, ...oddLevels(earlier.row)];
  if (first === undefined) return undefined;
  const only = earlier === undefined && odd.length === 1 ? first : undefined;
  if (tried.replied.kind === 'not-replied') {
    const { answer } = tried.replied;
    const hasCrashed = answer.kind !== 'unsent' && isCrash(answer);
    // Resources › Conventions: bodies are JSON. A 2xx that cannot be read is no refusal.
    const isOfTheCall = answer.kind === 'unreadable' || only?.refusal === 'of-the-call';
    if (isOfTheCall || (only?.refusal === 'free' && hasCrashed)) await shop.askAfresh(turns, {});
    if (only?.refusal === 'free') return undefined;
    if (!hasCrashed && odd.some(({ refusal }) => refusal?.startsWith('free')))
      return only && { breaks: only.breaks, outcome: unanswered(`${only.words ?? ''} was not accepted`, answer) };
  }
  if (only?.elsewhere === true && wrong.breaks === undefined) return undefined;
  const isOfRepeat = wrong.breaks === 'repeatable' || wrong.breaks === 'path-independent';
  if (wrong.cause === keptReduction && !(await isOfCodes(shop, { turns, tried }))) return undefined;
  const sold = wrong.cause === tooFew && tried.fewer ? await shop.sells?.(tried.fewer) : undefined;
  if (sold === false) return undefined;
  // Where one product has two lines it may be how many there are, or that there is too little of it.
  if (last.row['shortage'] === 'split' && wrong.breaks === undefined && tried.replied.kind === 'replied')
    return undefined;
  if (wrong.cause.startsWith('shortage') && !(await reflects(shop, turns))) return undefined;
  const { breaks: usual = breaksOf(odd, first), ...seen } = wrong;
  const refusal = first.cause;
  const cause = tried.replied.kind === 'not-replied' && refusal !== undefined ? refusal : wrong.cause;
  // Of what a bad code does to products it is the code that is answered wrongly; a valid one may not go with another.
  const isRefused = tried.replied.kind === 'replied' && tried.replied.basket.discounts?.some(({ error }) => error);
  const isBad = odd.some(({ factor, isMany }) => factor === 'bad' || (isMany && isRefused));
  const isOfCode = isBad && !usual.includes('discount') && usual !== 'shortage-reported';
  // Of several lines more it may be how many there are.
  const isOfLines =
    wrong.breaks === undefined && odd.filter(({ factor }) => factor === 'shortage' || factor === 'unknown').length > 1;
  // Nothing is short of what is asked for after a shortage.
  const isAfterwards = odd.length === 0 && first.factor === 'shortage';
  const isOfChange = isOfLines || isAfterwards || last.row['unknown'] === 'page' || first.factor === 'quantity';
  const owed = isOfChange ? 'change-reflected' : usual;
  const breaks = isOfRepeat ? usual : isOfCode ? 'bad-discount-reported' : owed;
  const inWords = [inOneRequest(odd), ...(earlier ? [`after ${inOneRequest(oddLevels(earlier.row))}`] : [])].join(', ');
  const finding: Finding = {
    ...seen,
    cause,
    ...(only === undefined && {
      message: `${inWords[0]?.toUpperCase()}${inWords.slice(1)}: ${wordsOf(causeId({ cause }))}`,
    }),
    exchanges: [isOfRepeat ? tried.before : twin.replied, tried.replied].flatMap((one) => {
      const answer = one?.kind === 'not-replied' ? one.answer : one;
      return answer !== undefined && 'exchange' in answer ? [answer.exchange] : [];
    }),
  };
  if (wrong.cause === tooFew && sold === undefined)
    return { breaks, outcome: warned(finding, 'triggers.createBasket made no basket with so few pieces') };
  const isOpen = last.row['quantity'] === 'nothing' && odd.length === 1;
  return {
    breaks,
    outcome: isOpen ? warned(finding, 'a request without products is not specified') : failed(finding),
  };
};

/** Whether it is a code that has lowered the value: one that is an answer behind is right the second time, and one that stays says nothing. */
const isOfCodes = async (shop: Shop, { turns, tried }: Pick<Reduced, 'turns' | 'tried'>): Promise<boolean> => {
  const [last, earlier] = turns.toReversed();
  if (last === undefined || (earlier && oddLevels(earlier.row).some(({ factor }) => factor !== 'good'))) return false;
  const again = async (before: readonly Turn[], levels: Row): Promise<Tried> =>
    await shop.askAfresh([...before, { ...last, row: { ...last.row, repeat: 'again', ...levels } }]);
  const before = turns.slice(0, -1);
  const isKept = (one: Tried): boolean => wrongsOf(one).some(({ cause }) => cause === keptReduction);
  if (!isKept(await again(before, {})) || isKept(await again([], { made: 'plain' }))) return false;
  const fewer = await again(before, { quantity: 'fewer' });
  if (fewer.replied.kind !== 'replied') return false;
  return tried.replied.kind === 'replied' && fewer.replied.basket.basketValue !== tried.replied.basket.basketValue;
};

/** One code that cannot be applied, or more of them than the shop takes. */
const breaksOf = (odd: readonly OddLevel[], { factor, breaks }: OddLevel): Broken => {
  if (factor !== 'bad' && factor !== 'good') return breaks;
  const isOfMany = odd.filter((one) => one.factor === 'bad' || one.factor === 'good').length > 1;
  return isOfMany || odd.some(({ isMany }) => isMany) ? 'every-discount' : 'bad-discount-reported';
};

/** Whether another quantity comes back, before and behind a product of which there are as many: it may be any change that is lost. */
const reflects = async (shop: Shop, turns: readonly Turn[]): Promise<boolean> => {
  const isSeveral = turns.at(-1)?.row['shortage'] === 'several';
  for (const [order, by] of [['reversed', 0], ['kept', 0], ...(isSeveral ? [['kept', 1] as const] : [])] as const) {
    const changed = { quantity: 'fewer', shortage: 'limit', order, repeat: 'once' };
    const { replied, known, limit } = await shop.askAfresh(
      turns.map((turn, at) =>
        at < turns.length - 1 ? turn : { pick: turn.pick + by, row: { ...turn.row, ...asMany(turn), ...changed } },
      ),
    );
    const all = [...known, ...(limit ? [{ id: limit.id, quantity: limit.available }] : [])];
    if (replied.kind === 'replied' && all.some((one) => isLost(replied.basket, one))) return false;
  }
  return true;
};

/** No fewer lines. */
const asMany = ({ row }: Turn): Row => (row['shortage'] === 'several' ? { unknown: 'one' } : {});

const inOneRequest = (odd: readonly OddLevel[]): string =>
  odd.length === 0 ? 'a plain request' : `${odd.map(({ words }) => words).join(' and ')} in one request`;
