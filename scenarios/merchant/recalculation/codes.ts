import type { CheckOutcome } from '#schemas';
import { reductionOf } from '#traffic/laws';
import { freshId } from '../../arrange/identity.ts';
import type { Asked } from '../../arrange/basket/products.ts';
import type { Replied, Reply } from '../../arrange/basket/basket-calls.ts';
import { answerInWords, unanswered } from '../../arrange/basket/open-basket.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import type { ReadBasket, ReadDiscount } from '../../arrange/basket/read-basket.ts';
import { lineOutcome, inWords } from '../../arrange/basket/reflection.ts';

/** A code as a customer types it: case, spaces around it and how its letters are composed do not make another one. */
export const sameCode = (one: string | undefined, other: string): boolean =>
  one !== undefined && typed(one) === typed(other);

const typed = (code: string): string => code.normalize('NFKC').trim().toLowerCase();

export const discountOf = (basket: ReadBasket, code: string): ReadDiscount | undefined =>
  basket.discounts?.find((discount) => sameCode(discount.code, code));

/** That a code is not there, with those that are: it may have come back otherwise than it was sent. */
export const withoutDiscount = ({ discounts = [] }: ReadBasket, code: string): string => {
  const others = discounts.slice(0, 3).map((discount) => `"${discount.code ?? ''}"`);
  return `no discount "${code}"${others.length === 0 ? '' : `, but ${others.join(' and ')}`}`;
};

/** A code that nobody can have issued. */
export const madeUpCode = (length = 12): string =>
  freshId().replaceAll('-', '').padEnd(length, 'X').slice(0, length).toUpperCase();

/** Limits: discount code. */
export const longestCode = 36;

/** Resources › BasketPrice: `discounts` are those applied; one with an error is not. */
export const isInForce = (basket: ReadBasket, code: string): boolean => {
  const discount = discountOf(basket, code);
  return discount !== undefined && discount.error === undefined;
};

/** Errors › In-body error codes: those of a discount. */
export const discountErrors = ['EXPIRED', 'INVALID', 'NOT_APPLICABLE', 'USED'] as const;

/** A code that cannot be applied, and which error the configuration says it has. */
export interface BadCode {
  readonly code: string;
  readonly error?: (typeof discountErrors)[number];
}

/** What the same request came to without the code. */
interface Without {
  /** Of its products, those that were there as asked. */
  readonly supplied: readonly Asked[];
  readonly basketValue: number | undefined;
  /** What codes in force took off it. */
  readonly reduction: number;
}

/** The cause where a code that cannot be applied makes the basket cheaper. */
export const appliedAllTheSame = 'bad code applied';

/** A code that cannot be applied comes back with an error, and costs nobody the basket. */
export const badCodeOutcome = (replied: Replied, { code, error }: BadCode, without: Without): CheckOutcome => {
  if (replied.kind === 'not-replied') return refusedCode(replied, code, 'an error on it');
  const { basket, exchange } = replied;
  if (basket.discounts === undefined) return notExercised('price.discounts cannot be read');
  const discount = discountOf(basket, code);
  if (discount?.error === undefined)
    return failed({
      expected: `discount "${code}" with an error`,
      actual: discount
        ? `discount "${code}" with value ${discount.value ?? 'unknown'} and no error`
        : withoutDiscount(basket, code),
      pointer: discount?.pointer ?? '/price/discounts',
      exchanges: [exchange],
      cause: discount ? 'bad code without error' : 'bad code dropped',
    });
  for (const { id, quantity } of without.supplied) {
    const fate = lineOutcome(basket, id, quantity);
    if (fate.kind === 'as-asked' || fate.kind === 'unreadable') continue;
    return failed({
      expected: `"${id}" with quantity ${quantity} and no error`,
      actual: inWords(id, fate),
      pointer: '/products',
      exchanges: [exchange],
      cause: 'products lost with a bad code',
    });
  }
  const value = basket.basketValue;
  // Another code may be in force beside it, as one that the shop gives for the one that is not.
  const takenOff = Math.max(0, reductionOf(basket.discounts) - without.reduction);
  if (value !== undefined && without.basketValue !== undefined && value + takenOff < without.basketValue)
    return failed({
      expected: `basketValue ${without.basketValue}, as without the code`,
      actual: `basketValue ${value}, with error ${discount.error} on the discount`,
      pointer: '/price/basketValue',
      exchanges: [exchange],
      cause: appliedAllTheSame,
    });
  // Which error a code has is nowhere told, so that either may be the one that is wrong.
  if (error !== undefined && discount.error !== error)
    return warned(
      {
        message: `A discount code that the configuration calls ${error} came back with another error, so that the customer is told another reason; correct the answer, or list the code where it belongs in merchant.fixtures.discountCodes.`,
        expected: `discount "${code}" with error ${error}`,
        actual: `discount "${code}" with error ${discount.error}`,
        pointer: `${discount.pointer}/error`,
        exchanges: [exchange],
        cause: `another error than ${error}`,
      },
      'it may be the configuration that is wrong',
    );
  return passed;
};

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

/** What does not apply to a basket may apply beside another code; the others are so whatever comes with them. */
const isForGood = (error: string | undefined): boolean =>
  error === 'EXPIRED' || error === 'INVALID' || error === 'USED';

/** Codes that come back when each comes alone come back together as well, applied or with an error. */
export const togetherOutcome = (replied: Replied, codes: readonly Alone[]): CheckOutcome => {
  const [first] = codes;
  if (replied.kind === 'not-replied') return refusedCode(replied, first?.code ?? '', 'every other one');
  const { basket, exchange } = replied;
  if (basket.discounts === undefined) return notExercised('price.discounts cannot be read');
  const lost = codes.find(({ code }) => discountOf(basket, code) === undefined);
  const cleared = codes.find(({ code, replied: alone }) => {
    const error = discountOf(alone.basket, code)?.error;
    return isForGood(error) && isInForce(basket, code);
  });
  if (cleared && lost === undefined)
    return failed({
      expected: `discount "${cleared.code}" with error ${discountOf(cleared.replied.basket, cleared.code)?.error}, as when it came alone`,
      actual: `discount "${cleared.code}" with value ${discountOf(basket, cleared.code)?.value ?? 'unknown'} and no error`,
      pointer: discountOf(basket, cleared.code)?.pointer ?? '/price/discounts',
      exchanges: [cleared.replied.exchange, exchange],
      cause: 'bad code without error among others',
    });
  if (lost === undefined) return ofAnother(basket, exchange, codes);
  return failed({
    expected: `discount "${lost.code}", as when it came alone`,
    actual: `${basket.discounts.length} discounts for ${codes.length} codes, not that one`,
    pointer: '/price/discounts',
    exchanges: [lost.replied.exchange, exchange],
    cause: 'code dropped among others',
  });
};

/** INVALID can be said of any code; EXPIRED or USED of one of which something else is said alone is what another code has. */
const ofAnother = (basket: ReadBasket, exchange: number, codes: readonly Alone[]): CheckOutcome => {
  const errorAlone = ({ code, replied }: Alone): string | undefined => discountOf(replied.basket, code)?.error;
  const wrong = codes.find((one) => {
    const [own, now] = [errorAlone(one), discountOf(basket, one.code)?.error];
    return (
      isForGood(own) &&
      isForGood(now) &&
      now !== own &&
      now !== 'INVALID' &&
      codes.some((other) => errorAlone(other) === now)
    );
  });
  if (wrong === undefined) return passed;
  const discount = discountOf(basket, wrong.code);
  return warned(
    {
      expected: `discount "${wrong.code}" with error ${errorAlone(wrong)}, as when it came alone`,
      actual: `discount "${wrong.code}" with error ${discount?.error}`,
      pointer: `${discount?.pointer ?? '/price/discounts'}/error`,
      exchanges: [wrong.replied.exchange, exchange],
      cause: 'error of another code',
    },
    'which error a code has beside others is not stated',
  );
};

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
