import type { MerchantFixtures } from '#schemas';
import { freshId } from '../identity.ts';
import type { ReadBasket, ReadDiscount } from './read-basket.ts';

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

/** The codes that the configuration calls bad. */
export const badCodesOf = ({ discountCodes }: MerchantFixtures): readonly BadCode[] =>
  discountErrors.flatMap((error) => (discountCodes?.[error] ?? []).map((code) => ({ code, error })));

/** What does not apply to a basket may apply beside another code; the others are so whatever comes with them. */
export const isForGood = (error: string | undefined): boolean =>
  error === 'EXPIRED' || error === 'INVALID' || error === 'USED';
