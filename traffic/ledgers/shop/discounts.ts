import { discountsOf, hasError } from './answers.ts';

/** A discount code as an answer has it; without an error it is in force. */
export interface AnsweredCode {
  readonly code: string;
  readonly error: unknown;
}

/** The codes of a price, in the order they stand in. */
export const codesOf = (price: unknown): readonly AnsweredCode[] =>
  discountsOf(price).flatMap((discount): readonly AnsweredCode[] => {
    const { code, error } = discount;
    return typeof code === 'string' ? [{ code, error: hasError(discount) ? error : undefined }] : [];
  });

/** Without those that are listed twice, since nobody can tell which of the two counts. */
export const clearCodes = (codes: readonly AnsweredCode[]): readonly AnsweredCode[] =>
  codes.filter(({ code }) => codes.filter((other) => other.code === code).length === 1);

export const inForce = (codes: readonly AnsweredCode[]): readonly string[] =>
  codes.flatMap(({ code, error }) => (error === undefined ? [code] : []));
