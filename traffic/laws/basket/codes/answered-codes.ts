import type { Exchange } from '../../../exchange.ts';
import { answeredBasket, discountsOf, hasError } from '../../../ledgers/shop/answers.ts';

/** A discount code as an answer has it; without an error it is in force. */
export interface AnsweredCode {
  readonly code: string;
  readonly error: unknown;
}

/** Of a code that is listed twice nobody can tell which counts. */
export const codesIn = (exchange: Exchange): readonly AnsweredCode[] => {
  const all = discountsOf(answeredBasket(exchange)?.price).flatMap((discount): readonly AnsweredCode[] => {
    const { code, error } = discount;
    return typeof code === 'string' ? [{ code, error: hasError(discount) ? error : undefined }] : [];
  });
  return all.filter(({ code }) => all.filter((other) => other.code === code).length === 1);
};

/** Those that are not said to be in vain. */
export const codesInForce = (price: unknown): readonly string[] =>
  discountsOf(price).flatMap((discount) => {
    const { code } = discount;
    return typeof code === 'string' && !hasError(discount) ? [code] : [];
  });
