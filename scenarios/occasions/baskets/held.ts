import type { CheckOutcome, Finding } from '#schemas';
import type { Replied, Reply } from '../../arrange/basket/basket-calls.ts';
import { type BadCode, discountOf, isForGood } from '../../arrange/basket/codes.ts';
import { passed, warned } from '../../outcome.ts';
import type { Row } from '../covering.ts';
import { type Broken, oddLevels } from './levels.ts';

export interface Told {
  readonly breaks: Broken;
  readonly outcome: CheckOutcome;
}

type Answered = Readonly<{ replied: Replied; before: Replied | undefined; bad: readonly BadCode[] }>;

/** What a row with which nothing is wrong has shown. */
export const heldIn = (row: Row, { replied, before, bad }: Answered, unlike: Set<string>): readonly Told[] => {
  if (replied.kind === 'not-replied' || replied.basket.lines === undefined) return [];
  const { discounts } = replied.basket;
  const compared =
    before?.kind === 'replied' ? ([row['repeat'] === 'detour' ? 'path-independent' : 'repeatable'] as const) : [];
  const repeated = compared.map((breaks) => ({ breaks, outcome: passed }));
  const held = oddLevels(row).flatMap(({ breaks, factor, elsewhere, refusal }): readonly Told[] => {
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
  return [...repeated, ...held];
};

/** Which error a code has is nowhere told, so that the answer or the configuration may be wrong, and beside others it may have another. */
const errorsIn = ({ basket, exchange }: Reply, bad: readonly BadCode[], unlike: Set<string>): readonly Told[] =>
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
