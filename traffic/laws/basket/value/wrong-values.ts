import { createMemory } from '../../../retention/memory.ts';
import type { Row, Sight } from '../../../evidence/row.ts';
import type { Baskets, BasketStep, StepLine } from '../../../ledgers/shop/baskets.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';

type ValueRow = Row<BasketStep, Baskets, 'basket/value-follows'>;
type Rule = Omit<ValueRow, 'pointer' | 'requirement'>;

const gives = (step: BasketStep, right: number, how: string, more: Partial<Sight> = {}): Sight => ({
  unlike: step.contents,
  exchanges: [step.n],
  expected: `basketValue ${right}, that of its lines`,
  actual: `basketValue ${step.value}, ${how}`,
  ...more,
});
const isPlain = (step: BasketStep): boolean => !step.hasCodes && !step.isShort && step.kind !== 'basketChange';
const isChange = ({ kind }: BasketStep): boolean => kind === 'recalculation' || kind === 'lock';
const sumOf = (lines: readonly StepLine[]): number => lines.reduce((sum, { linePrice }) => sum + linePrice, 0);
const ofUser = (step: BasketStep, what: unknown): string => JSON.stringify([what, step.user]);
/** Of more lines some would come to nearly any value. */
const mostLines = 8;

/** Some lines come to it, and not all: the first sum is of no line, and the last of all. */
const isPart = (value: number, prices: readonly number[]): boolean =>
  prices
    .reduce<readonly number[]>((known, price) => [...known, ...known.map((sum) => sum + price)], [0])
    .slice(1, -1)
    .includes(value);
/** The retrieval says whose basket it is in its answer alone. */
const userOf = ({ kind, user }: BasketStep): unknown =>
  (JSON.parse(JSON.parse(user)[0]) as unknown[])[kind === 'retrieval' ? 1 : 0];

/** Ways to come to a wrong basketValue. What comes on top of the lines or off them is left open, so each needs unlike sights. */
const rules: readonly Rule[] = [
  {
    cause: 'value in 16 bits',
    message:
      'The basketValue ran over: it is what is left of the prices of the lines in a number of 16 bits. Calculate amounts in a wider number, or answer so many with QUANTITY_TOO_BIG.',
    sights: 1,
    // A single one may be what an offer happens to come to, unless it takes nearly everything off.
    isEnough: (sights) => sights.length > 1 || Number(sights[0]?.unlike) >= 2 ** 20,
    look: (baskets) => (step) => {
      const { gross, value, reduction } = step;
      const isLeft = baskets.isSummed() && reduction === 0 && gross >= 2 ** 16 && value === gross % 2 ** 16;
      return isLeft && step.kind !== 'basketChange'
        ? gives(step, gross, 'what 16 bits leave of it', { unlike: gross })
        : undefined;
    },
  },
  {
    cause: 'value cut at its separator',
    message:
      'A basketValue of a thousand and more is a thousandth of what the lines come to, while it is just that below; an amount that is written with a separator for people was read as a number.',
    sights: 2,
    look: (baskets) => (step) => {
      const { gross, value, reduction } = step;
      if (reduction > 0 || step.isShort || gross < 100_000) return undefined;
      if (value === gross) return 'refuted';
      return baskets.isSummed() && value === Math.floor(gross / 1000)
        ? gives(step, gross, 'a thousandth', { unlike: gross })
        : undefined;
    },
  },
  {
    cause: 'value of the first lines',
    message:
      'Baskets of several lines, without a discount, are worth exactly what their first lines come to, whichever products stand last; add up all lines.',
    sights: 3,
    // Else the last may be an offer, or it may be the dearest ones that are paid for, or what nobody ever pays for.
    isEnough: (sights) =>
      ['minor', 'dearer', 'paid'].every((what) => sights.some(({ unlike }) => String(unlike).includes(what))),
    look: (_, budget) => {
      const paid = createMemory<true>(budget, { most: 2_000 });
      let [mostWhole, fewestShort] = [0, Number.POSITIVE_INFINITY];
      return (step) => {
        const lines = step.lines.filter(({ linePrice }) => linePrice !== 0);
        if (!isPlain(step) || lines.length > 50 || lines.some(({ linePrice }) => linePrice < 0)) return undefined;
        const count = lines.findIndex((_, index) => sumOf(lines.slice(0, index + 1)) === step.value) + 1;
        const keyOf = ({ id, unitPrice }: StepLine): string => ofUser(step, [id, unitPrice]);
        for (const line of lines.slice(0, count)) paid.set(keyOf(line), true);
        if (count === 0) return undefined;
        if (count === lines.length) mostWhole = Math.max(mostWhole, count);
        else fewestShort = Math.min(fewestShort, lines.length);
        if (fewestShort <= mostWhole) return 'refuted';
        if (count === lines.length) return undefined;
        const [counted, left] = [lines.slice(0, count), lines.slice(count)];
        const isDearer =
          Math.max(...left.map((one) => one.linePrice)) > Math.min(...counted.map((one) => one.linePrice));
        const facts = [
          2 * step.value < sumOf(lines) && 'minor',
          isDearer && 'dearer',
          left.some((one) => paid.has(keyOf(one))) && 'paid',
        ];
        return gives(step, sumOf(lines), `of lines at ${lines.map((one) => one.linePrice).join(', ')}`, {
          unlike: `${facts.join()} ${JSON.stringify([lines, step.user])}`,
        });
      };
    },
  },
  {
    cause: 'value of some lines',
    message:
      'Baskets were recalculated or locked with the lines they had been retrieved with, without a discount, and at the price of some of these lines alone; charge for every line.',
    sights: 2,
    times: 3,
    needsTelling: true,
    look: (baskets) => (step) => {
      if (!isPlain(step) || !isChange(step)) return undefined;
      if (step.value === step.gross) return 'over';
      const shown = baskets.before(step.id).findLast(({ kind }) => kind === 'retrieval');
      const prices = step.lines.map((line) => line.linePrice);
      const isWhole = shown?.value === shown?.gross && shown?.contents === step.contents && shown.answeredAt <= step.at;
      if (!isWhole || prices.length < 2 || prices.length > mostLines || prices.some((price) => price <= 0))
        return undefined;
      if (userOf(shown) !== userOf(step) || !isPart(step.value, prices)) return undefined;
      return gives(step, step.gross, `of lines at ${prices.join(', ')}`, {
        unlike: ofUser(step, [step.id, step.contents]),
        exchanges: [shown.n, step.n],
        tells: 2 * step.value < step.gross,
      });
    },
  },
  {
    cause: 'value by the first line',
    message:
      'Baskets without a discount that begin with the same line have one value, whatever else they hold; work the basketValue out from all lines that stand in the basket.',
    sights: 2,
    needsTelling: true,
    look: (_, budget) => {
      const beginnings = createMemory<{ readonly value: number; readonly sums: ReadonlyMap<number, number> }>(budget, {
        most: 500,
      });
      return (step) => {
        const [first] = step.lines;
        if (!isPlain(step) || first === undefined || step.value <= 0 || first.quantity < 1) return undefined;
        const { value, gross, n } = step;
        const key = ofUser(step, [first.id, first.quantity, first.unitPrice]);
        const before = beginnings.get(key);
        if (before !== undefined && before.value !== value) return 'over';
        const sums = new Map([...(before?.sums ?? []), [gross, before?.sums.get(gross) ?? n] as const]);
        if (sums.size > 8) return undefined;
        beginnings.set(key, { value, sums });
        if (sums.size < 3 || !sums.has(value)) return undefined;
        return gives(
          step,
          gross,
          `as of each basket that begins with ${first.quantity} of ${JSON.stringify(first.id)}`,
          {
            unlike: value,
            exchanges: [...sums.values()].slice(0, 3),
            // A box, or a least price, has no value of such lines.
            tells: Math.min(...sums.keys()) < value && value < Math.max(...sums.keys()),
          },
        );
      };
    },
  },
  {
    cause: 'value of what none is asked of',
    message:
      'A product that was asked for with quantity 0 is in the basketValue all the same, and in no line; work the value out from the lines that stand beside it.',
    sights: 1,
    look: (_, budget) => {
      const [prices, summed] = [
        createMemory<readonly [price: number, n: number]>(budget, { most: 2_000 }),
        createMemory<number>(budget, { most: 2_000 }),
      ];
      return (step) => {
        if (!isPlain(step)) return undefined;
        const held = step.lines.filter(({ quantity }) => quantity > 0);
        for (const { id, unitPrice } of held) prices.set(ofUser(step, id), [unitPrice, step.n]);
        const contents = ofUser(step, inAnyOrder(held.map(({ id, quantity, linePrice }) => [id, quantity, linePrice])));
        if (step.value === step.gross) summed.set(contents, step.n);
        const twin = summed.get(contents);
        if (twin === undefined || step.value <= step.gross || !isChange(step)) return undefined;
        for (const [id, quantity] of step.asked) {
          const [price, n = 0] = prices.get(ofUser(step, id)) ?? [];
          if (quantity === 0 && price === step.value - step.gross && !held.some((line) => line.id === id))
            return gives(step, step.gross, `the price of one ${JSON.stringify(id)} more`, {
              exchanges: [n, twin, step.n],
            });
        }
        return undefined;
      };
    },
  },
  {
    cause: 'value of another basket in a retrieval',
    message:
      'Baskets were retrieved with the basketValue of another basket; keep nothing of a basket where requests share it, and work the value out from the lines it stands beside.',
    sights: 2,
    look: (baskets) => {
      let retrieved: readonly BasketStep[] = [];
      return (step) => {
        if (step.kind !== 'retrieval' || step.isShort) return undefined;
        const sumsOf = ({ gross, reduction }: BasketStep) => [gross, gross - reduction];
        const own = baskets.worthOf(step.contents);
        const other = retrieved.find((one) => one.contents !== step.contents && sumsOf(one).includes(step.value));
        retrieved = [...retrieved.filter((one) => one.contents !== step.contents), step].slice(-40);
        if (
          own === undefined ||
          own === step.value ||
          step.value <= 0 ||
          other === undefined ||
          sumsOf(step).includes(step.value)
        )
          return undefined;
        // A fee of just that size is no chance twice.
        return gives(step, own, 'which the lines of another basket come to', {
          unlike: step.value - own,
          exchanges: [other.n, step.n],
        });
      };
    },
  },
  {
    cause: 'value of before in a retrieval',
    message:
      'A basket was retrieved with the lines of its last change and with the basketValue that it had before; work the value out from the lines it stands beside.',
    sights: 2,
    look: (baskets) => (step) => {
      const [own, before] = [baskets.worthOf(step.contents), baskets.before(step.id)];
      const changed = before.findLast(isChange);
      if (step.kind !== 'retrieval' || step.isShort || own === undefined || own === step.value || step.value < 0)
        return undefined;
      const isOfBefore = before.some((one) => one.contents !== step.contents && one.value === step.value);
      if (!isOfBefore || changed?.contents !== step.contents) return undefined;
      return gives(step, own, 'that of other lines of this basket', { unlike: step.n, exchanges: [changed.n, step.n] });
    },
  },
  {
    cause: 'value of the answer before',
    message:
      'An answer has the basketValue of the answer before it, whose basket held something else; work the value out from the basket it stands in.',
    sights: 2,
    look: (_, budget) => {
      const worth = createMemory<number>(budget, { most: 2_000 });
      let [last, suspect]: [BasketStep?, (readonly [BasketStep, BasketStep])?] = [];
      return (now) => {
        if (now.isShort || now.kind === 'basketChange') return undefined;
        const keyOf = (one: BasketStep): string => ofUser(one, one.contents);
        const before = last !== undefined && last.answeredAt <= now.at ? last : undefined;
        last = now;
        if (before !== undefined && keyOf(before) === keyOf(now)) {
          const known = worth.get(keyOf(now));
          worth.set(keyOf(now), known === undefined || known === now.value ? now.value : Number.NaN);
        } else {
          const isOfBefore =
            before !== undefined && before.contents !== now.contents && worth.get(keyOf(before)) === now.value;
          suspect = isOfBefore ? [before, now] : undefined;
        }
        const [of, late] = suspect ?? [];
        const own = late && worth.get(keyOf(late));
        if (of === undefined || late === undefined || own === undefined || Number.isNaN(own) || own === late.value)
          return undefined;
        if (keyOf(late) !== keyOf(now)) return undefined;
        suspect = undefined;
        return gives(late, own, 'that of the answer before', { unlike: late.n, exchanges: [of.n, late.n] });
      };
    },
  },
  ...[
    {
      cause: 'value of what is short',
      message:
        'Baskets in which products are short are worth what all that was asked for would cost; work the basketValue out from the part that is available.',
      by: ({ missing }: { readonly missing: number }) => missing,
      how: 'with the price of the pieces that are missing',
    },
    {
      cause: 'value without what is left',
      message:
        'Baskets in which products are short are worth nothing for what is left of those; the part that is available belongs to the basket, and its price to the basketValue.',
      by: ({ left }: { readonly left: number }) => -left,
      how: 'without the price of what is left of products that are short',
    },
  ].map(
    ({ cause, message, by, how }): Rule => ({
      cause,
      message,
      sights: 3,
      look: () => (step) => {
        if (!isChange(step) || !step.isShort || step.reduction > 0) return undefined;
        const short = step.lines.filter((line) => line.isShort);
        const missing = short.reduce(
          (sum, { id, quantity, unitPrice }) => sum + unitPrice * ((step.asked.get(id) ?? 0) - quantity),
          0,
        );
        const off = missing > 0 ? by({ missing, left: sumOf(short) }) : 0;
        if (off === 0) return undefined;
        if (step.value === step.gross) return 'over';
        return step.value === step.gross + off ? gives(step, step.gross, how, { unlike: off }) : undefined;
      },
    }),
  ),
  {
    cause: 'worthless when short',
    message:
      'A basket in which one product is short is worth nothing, though it holds others that can be had and cost something; work the basketValue out from the part that is available.',
    sights: 2,
    look: (_, budget) => {
      const smallest = createMemory<number>(budget, { most: 2_000 });
      return (step) => {
        const goods = step.lines.filter(
          (line) => !line.isShort && line.quantity > 0 && line.unitPrice > 0 && line.linePrice > 0,
        );
        const sum = sumOf(step.lines.filter((line) => !line.isShort));
        if (goods.length === 0 || step.hasCodes || step.kind === 'basketChange') return undefined;
        const known = smallest.get(step.user);
        if (!step.isShort && step.value <= 0) return 'over';
        if (!step.isShort) smallest.set(step.user, Math.min(sum, known ?? sum));
        else if (step.value > 0) return 'refuted';
        else if (known !== undefined && sum >= known && sum > 0)
          return gives(step, sum, 'for goods that can be had', { unlike: step.n });
        return undefined;
      };
    },
  },
];

export const wrongValues = rules.map(
  (rule): ValueRow => ({ ...rule, requirement: 'basket/value-follows', pointer: '/price/basketValue' }),
);
