import { randomBytes } from 'node:crypto';

/**
 * Nonces that none was like before, which is enough for a till that keeps one; a nonce is any string, so each of a location's
 * next ones has something that is lost where it is not copied as it is.
 */
const sorts: readonly (() => string)[] = [
  // Letters of both cases: whoever folds them sends back another nonce.
  () => randomBytes(24).toString('base64url'),
  // What is escaped in JSON, in HTML or in an address, and more of it than an id has.
  () => `"${randomBytes(36).toString('base64')}"+/=&<\\>'`,
  () => ` ${randomBytes(12).toString('base64url')} żółć 東 🛒 `,
];

export interface Nonces {
  /** The first of a location is a plain one. */
  next(location: object): string;
}

export const createNonces = (): Nonces => {
  const given = new WeakMap<object, number>();
  return {
    next(location) {
      const count = given.get(location) ?? 0;
      given.set(location, count + 1);
      return sorts[count % sorts.length]?.() ?? '';
    },
  };
};
