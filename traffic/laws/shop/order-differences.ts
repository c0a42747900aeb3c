import { isObject } from '../../json.ts';
import { linesIn } from '../../ledgers/shop/answers.ts';
import type { Placement } from '../../ledgers/shop/orders.ts';

/** Something that may set a repeat apart: one that was fine with as much of it rules it out. */
interface Trait {
  readonly of: (repeat: Placement) => number;
  readonly says: (repeat: Placement) => string;
  /** Told where no repeat was fine, too. */
  readonly always?: true;
  /** Said after `says` where others were fine. */
  readonly others: string;
}

const basketOf = ({ request: { basket } }: Placement) => (isObject(basket) ? basket : {});
const countOf = (repeat: Placement): number => (linesIn(basketOf(repeat)) ?? []).length;
const sinceOf = ({ basket, before: { known } }: Placement): string | undefined =>
  basket !== undefined && known !== undefined && basket.at > known.answeredAt ? inWords[basket.name] : undefined;
const afterMs = ({ at, before: { known } }: Placement): number => (known === undefined ? 0 : at - known.answeredAt);
const from = (least: number, value: number): number => (value >= least ? value : 0);

const inWords: Readonly<Record<string, string>> = {
  retrieval: 'retrieved',
  recalculation: 'recalculated',
  lock: 'locked',
};

const traits: readonly Trait[] = [
  {
    of: ({ repeats }) => repeats,
    says: ({ repeats }) =>
      `${repeats === 1 ? 'One repeat' : `${repeats} repeats`} of it had been answered with the first order`,
    others: '',
  },
  {
    of: (repeat) => (typeof basketOf(repeat)['loggedUser'] === 'string' ? 1 : 0),
    says: () => 'It is of a logged-in user',
    others: ', and repeats of orders without one were fine',
  },
  {
    of: (repeat) => from(2, countOf(repeat)),
    says: (repeat) => `It holds ${countOf(repeat)} products`,
    others: ', and repeats of orders of fewer were fine',
  },
  {
    of: (repeat) => (sinceOf(repeat) === 'locked' ? 0 : from(2, repeat.basket?.locks ?? 0)),
    says: ({ basket }) => `Its basket had been locked ${basket?.locks} times`,
    others: ', and repeats of those that were locked less often were fine',
  },
  {
    of: (repeat) => (sinceOf(repeat) === undefined ? 0 : 1),
    says: (repeat) => `Its basket had been ${sinceOf(repeat)} in between`,
    always: true,
    others: ', and repeats without that were fine',
  },
  {
    of: ({ isReordered }) => (isReordered ? 1 : 0),
    says: () => 'It had its JSON members in another order',
    always: true,
    others: ', and repeats without that were fine',
  },
];

/** Nothing is said of less, in milliseconds, nor where it is less than twice as long as was fine. */
const leastLateMs = 1000;

/** In sentences, what sets a repeat apart from all those that were fine. Which of it is why stays the shop's to find out. */
export const createDifferences = () => {
  /** The most of each trait that was fine; undefined until a repeat was. */
  let fine: readonly number[] | undefined;
  let [longest, isFineAtOnce] = [0, false];
  const lateness = (ms: number): readonly string[] =>
    ms >= leastLateMs && ms > 2 * longest
      ? [`It came ${seconds(ms)} s after the first, and repeats within ${seconds(longest)} s were fine.`]
      : [];
  return {
    see(repeat: Placement): readonly string[] {
      if (repeat.became === 'same') {
        if (repeat.isConcurrent) isFineAtOnce = true;
        else {
          fine = traits.map(({ of }, index) => Math.max(of(repeat), fine?.[index] ?? 0));
          longest = Math.max(longest, afterMs(repeat));
        }
      }
      if (repeat.became !== 'another' || repeat.isConcurrent) return [];
      const apart = traits.flatMap(({ of, says, always, others }, index) => {
        const isApart = of(repeat) > (fine?.[index] ?? 0) && (fine !== undefined || always);
        return isApart ? [`${says(repeat)}${fine === undefined ? '' : others}.`] : [];
      });
      if (fine !== undefined) return [...apart, ...lateness(afterMs(repeat))];
      return isFineAtOnce ? [...apart, 'Copies that were under way at once were answered with one order.'] : apart;
    },
  };
};

const seconds = (ms: number): string => (Math.ceil(ms / 100) / 10).toString();
