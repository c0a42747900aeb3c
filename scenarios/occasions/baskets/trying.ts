import { causeId, type CheckOutcome, type Finding, wordsOf } from '#schemas';
import { discountOf, isForGood } from '../../arrange/basket/codes.ts';
import type { Reply } from '../../arrange/basket/basket-calls.ts';
import { isCrash } from '../../arrange/basket/crashes.ts';
import { unanswered } from '../../arrange/basket/open-basket.ts';
import { isLost } from '../../arrange/basket/reflection.ts';
import { failed, passed, warned } from '../../outcome.ts';
import { holdsLevels, type Row, type Turn } from '../covering.ts';
import { reduce } from '../reducing.ts';
import { type Broken, oddLevels, type OddLevel, plainRow } from './levels.ts';
import { type Shop, stillThere, type Tried, type Wrong, wrongsOf } from './wrongs.ts';

export interface Telling {
  check(breaks: Broken, outcome: CheckOutcome): void;
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
      if (told) telling.check(told.breaks, told.outcome);
    }
    // Each lock is of a basket of its own.
    if (shop.recalculated === undefined) before.push(turn);
    return tried;
  };
};

interface Told {
  readonly breaks: Broken;
  readonly outcome: CheckOutcome;
}

/** What a row with which nothing is wrong has shown. */
const heldIn = (row: Row, { replied, bad }: Tried, unlike: Set<string>): readonly Told[] => {
  if (replied.kind === 'not-replied' || replied.basket.lines === undefined) return [];
  const { discounts } = replied.basket;
  return oddLevels(row).flatMap(({ breaks, factor, elsewhere, refusal }): readonly Told[] => {
    if (
      elsewhere === true ||
      refusal === 'free-but-crash' ||
      ((factor === 'bad' || factor === 'good') && (discounts === undefined || row['quantity'] === 'nothing'))
    )
      return [];
    return [
      ...(factor === 'bad' ? errorsIn(replied, row['good'] === 'none' ? bad : [], unlike) : []),
      { breaks, outcome: passed },
    ];
  });
};

/** Which error a code has is nowhere told, so that the answer or the configuration may be wrong, and beside others it may have another. */
const errorsIn = ({ basket, exchange }: Reply, bad: Tried['bad'], unlike: Set<string>): readonly Told[] =>
  bad.flatMap(({ code, error }): readonly Told[] => {
    const discount = discountOf(basket, code);
    if (discount?.error === undefined || error === undefined || discount.error === error) return [];
    if (bad.length === 1) unlike.add(code);
    const isOfAnother = !unlike.has(code) && bad.some((one) => one.error === discount.error);
    // INVALID can be said of any code.
    if (bad.length > 1 && (discount.error === 'INVALID' || !isForGood(error) || !isOfAnother)) return [];
    const finding: Finding = {
      expected: `discount "${code}" with error ${error}`,
      actual: `discount "${code}" with error ${discount.error}`,
      pointer: `${discount.pointer}/error`,
      exchanges: [exchange],
      cause: bad.length > 1 ? 'error of another code' : `another error than ${error}`,
    };
    return bad.length > 1
      ? [
          {
            breaks: 'every-discount',
            outcome: warned(finding, 'the error of a code beside others is not specified'),
          },
        ]
      : [{ breaks: 'bad-discount-reported', outcome: warned(finding, 'the configuration may be wrong') }];
  });

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
  if (only?.elsewhere === true && wrong.cause !== stillThere) return undefined;
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
  const breaks = isOfCode ? 'bad-discount-reported' : owed;
  const inWords = [inOneRequest(odd), ...(earlier ? [`after ${inOneRequest(oddLevels(earlier.row))}`] : [])].join(', ');
  const finding: Finding = {
    ...seen,
    cause,
    ...(only === undefined && {
      message: `${inWords[0]?.toUpperCase()}${inWords.slice(1)}: ${wordsOf(causeId({ cause }))}`,
    }),
    exchanges: [twin, tried].flatMap(({ replied: { ...one } }) =>
      'exchange' in one ? [one.exchange] : 'exchange' in one.answer ? [one.answer.exchange] : [],
    ),
  };
  const isOpen = last.row['quantity'] === 'nothing' && odd.length === 1;
  return {
    breaks,
    outcome: isOpen ? warned(finding, 'a request without products is not specified') : failed(finding),
  };
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
