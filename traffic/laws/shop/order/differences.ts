import { isObject } from '../../../json.ts';
import { linesIn } from '../../../ledgers/shop/answers.ts';
import type { Placement } from '../../../ledgers/shop/orders.ts';

const inWords: Readonly<Record<string, string>> = {
  retrieval: 'retrieved',
  recalculation: 'recalculated',
  lock: 'locked',
};

/** What may set a repeat apart. */
const traitsOf = ({ repeats, request, basket: handled, before: { known }, isReordered }: Placement) => {
  const basket = isObject(request['basket']) ? request['basket'] : {};
  const lines = (linesIn(basket) ?? []).length;
  const isBilled = isObject(request['billingDetails']);
  const { locks = 0, at = 0, name = '' } = handled ?? {};
  const since = known !== undefined && at > known.answeredAt ? (inWords[name] ?? '') : '';
  const times = repeats === 1 ? 'One repeat' : `${repeats} repeats`;
  const others = ', and repeats without that were fine';
  return [
    // How much of it there is, what is said of it, and of the others; the last two are told where no repeat was fine, too.
    [repeats, `${times} of it had been answered with the first order`, ''],
    [Number(typeof basket['loggedUser'] === 'string'), 'It is of a logged-in user', others],
    [Number(isBilled), 'It has billing details', others],
    [
      lines > 1 ? lines : 0,
      `It holds ${lines} products${isBilled ? ' and has billing details' : ''}`,
      ', and repeats of orders of fewer were fine',
    ],
    [
      locks > 1 && since !== 'locked' ? locks : 0,
      `Its basket had been locked ${locks} times`,
      ', and repeats of those that were locked less often were fine',
    ],
    [Number(since !== ''), `Its basket had been ${since} in between`, others],
    [Number(isReordered), 'It had its JSON members in another order', others],
  ] as const;
};

const always = 5;

/** Nothing is said of less, in milliseconds, nor where it is less than twice as long as was fine. */
const leastLateMs = 1000;

/**
 * In sentences, what sets a repeat apart from all those that were fine: one that was fine with as much of a trait rules it out. Which
 * of it is why stays the shop's to find out.
 */
export const createDifferences = () => {
  /** The most of each trait that was fine; undefined until a repeat was. */
  let fine: readonly number[] | undefined;
  let [longest, isFineAtOnce] = [0, false];
  const apartIn = (repeat: Placement, afterMs: number): readonly string[] => {
    const apart = traitsOf(repeat).flatMap(([much, says, others], index) => {
      if (much <= (fine?.[index] ?? 0) || (fine === undefined && index < always)) return [];
      return [`${says}${fine === undefined ? '' : others}.`];
    });
    if (fine === undefined)
      return isFineAtOnce ? [...apart, 'Copies that were under way at once were answered with one order.'] : apart;
    if (afterMs < leastLateMs || afterMs <= 2 * longest) return apart;
    return [
      ...apart,
      `It came ${seconds(afterMs)} s after the first, and repeats within ${seconds(longest)} s were fine.`,
    ];
  };
  return {
    see(repeat: Placement): readonly string[] {
      const { became, isConcurrent, at, before } = repeat;
      const afterMs = at - (before.known?.answeredAt ?? at);
      if (became === 'another' && !isConcurrent) return apartIn(repeat, afterMs);
      if (became === 'same' && isConcurrent) isFineAtOnce = true;
      if (became === 'same' && !isConcurrent) {
        fine = traitsOf(repeat).map(([much], index) => Math.max(much, fine?.[index] ?? 0));
        longest = Math.max(longest, afterMs);
      }
      return [];
    },
  };
};

const seconds = (ms: number): string => (Math.ceil(ms / 100) / 10).toString();
