import type { CheckOutcome } from '#schemas';
import type { Replied, Reply } from '../../arrange/basket/basket-calls.ts';
import { discountOf, isInForce, withoutDiscount } from '../../arrange/basket/codes.ts';
import { answerInWords, unanswered } from '../../arrange/basket/open-basket.ts';
import { failed, notExercised, passed } from '../../outcome.ts';

/** The cause where a valid code is said not to be for the basket. */
export const notApplicable = 'valid code NOT_APPLICABLE';

export const goodCodeOutcome = (replied: Replied, code: string): CheckOutcome => {
  if (replied.kind === 'not-replied') return refusedCode(replied, code, 'no error');
  const { basket, exchange } = replied;
  if (basket.discounts === undefined) return notExercised('price.discounts cannot be read');
  const discount = discountOf(basket, code);
  if (discount && discount.error === undefined) return passed;
  return failed({
    expected: `discount "${code}" without an error`,
    actual: discount ? `discount "${code}" with error ${discount.error}` : withoutDiscount(basket, code),
    pointer: discount?.pointer ?? '/price/discounts',
    exchanges: [exchange],
    cause: discount ? `valid code ${discount.error}` : 'valid code dropped',
  });
};

const refusedCode = (
  { answer }: Extract<Replied, { kind: 'not-replied' }>,
  code: string,
  wanted: string,
): CheckOutcome =>
  answer.kind === 'unsent'
    ? notExercised(answer.reason, answer.unlock)
    : failed({
        expected: `2xx with discount "${code}" and ${wanted}, as the same request without the code was answered 2xx`,
        actual: answerInWords(answer),
        exchanges: [answer.exchange],
        cause: `code ${answer.kind}`,
      });

/** A code, and what a request with nothing but it was answered. */
export interface Alone {
  readonly code: string;
  readonly replied: Pick<Reply, 'basket' | 'exchange'>;
}

/** A request is all the codes there are: one that is not in it no longer counts. */
export const leftOutOutcome = (replied: Replied, { code, replied: before }: Alone): CheckOutcome => {
  if (replied.kind === 'not-replied')
    return unanswered('the request that leaves a code out was not answered', replied.answer);
  const { basket, exchange } = replied;
  if (basket.discounts === undefined) return notExercised('price.discounts cannot be read');
  if (!isInForce(basket, code)) return passed;
  return failed({
    expected: `no discount "${code}"`,
    actual: `discount "${code}" with value ${discountOf(basket, code)?.value ?? 'unknown'} and no error`,
    pointer: discountOf(basket, code)?.pointer ?? '/price/discounts',
    exchanges: [before.exchange, exchange],
    cause: 'code left out still counts',
  });
};
