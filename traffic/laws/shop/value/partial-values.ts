import { createMemory } from '../../../retention/memory.ts';
import { grossOf } from '../../../ledgers/shop/answers.ts';
import { type BasketStep, isPlain, type StepLine } from '../../../ledgers/shop/baskets.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { gives, isChange, ofUser, type Rule } from './rule.ts';

/** Of more lines some would come to nearly any value. */
const mostLines = 8;

/** Some lines come to it, and not all: the first sum is of no line, and the last of all. */
const isPart = (value: number, prices: readonly number[]): boolean =>
  prices
    .reduce<readonly number[]>((known, price) => [...known, ...known.map((sum) => sum + price)], [0])
    .slice(1, -1)
    .includes(value);

/** The retrieval says whose basket it is in its answer alone. */
const userOf = ({ kind, users }: BasketStep): unknown => users[kind === 'retrieval' ? 1 : 0] ?? undefined;

/** Values that ran over or were cut on their way, leave lines out, or add what is in no line. */
export const partialValues: readonly Rule[] = [
  {
    cause: 'value in 16 bits',
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
        const count = lines.findIndex((_, index) => grossOf(lines.slice(0, index + 1)) === step.value) + 1;
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
          2 * step.value < grossOf(lines) && 'minor',
          isDearer && 'dearer',
          left.some((one) => paid.has(keyOf(one))) && 'paid',
        ];
        return gives(step, grossOf(lines), `of lines at ${lines.map((one) => one.linePrice).join(', ')}`, {
          unlike: `${facts.join()} ${JSON.stringify([lines, step.user])}`,
        });
      };
    },
  },
  {
    cause: 'value of some lines',
    sights: 2,
    times: 3,
    needsTelling: true,
    look: (baskets) => (step) => {
      if (!isPlain(step) || !isChange(step)) return undefined;
      const prices = step.lines.map((line) => line.linePrice);
      if (prices.length < 2 || prices.length > mostLines || prices.some((price) => price <= 0)) return undefined;
      if (step.value === step.gross) return 'over';
      const shown = baskets.before(step.id).findLast(({ kind }) => kind === 'retrieval');
      const isWhole = shown?.value === shown?.gross && shown?.contents === step.contents;
      if (!isWhole || shown.answeredAt > step.at) return undefined;
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
        const how = `as of each basket that begins with ${first.quantity} of ${JSON.stringify(first.id)}`;
        return gives(step, gross, how, {
          unlike: value,
          exchanges: [...sums.values()].slice(0, 3),
          // A box, or a least price, has no value of such lines.
          tells: Math.min(...sums.keys()) < value && value < Math.max(...sums.keys()),
        });
      };
    },
  },
  {
    cause: 'value of what none is asked of',
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
];
