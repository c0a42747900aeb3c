import type { MerchantFixtures } from '#schemas';
import { type BadCode, badCodesOf, longestCode, madeUpCode } from '../../arrange/basket/codes.ts';
import { rotate } from '../../arrange/sampling.ts';
import type { Turn } from '../covering.ts';

/** The codes that the configuration calls bad, and those of a row that cannot be applied. */
export const createBadCodes = (fixtures: MerchantFixtures) => {
  const all = badCodesOf(fixtures);
  /** Of those that have an error of their own, two. */
  const oneOfEach = all.filter((one, at) => all.findIndex(({ error }) => error === one.error) === at).slice(0, 2);
  return {
    all,
    badIn: ({ row, pick }: Turn): readonly BadCode[] =>
      ({
        known: rotate(all, pick).slice(0, 1),
        plain: [{ code: madeUpCode(longestCode) }],
        // Of two, three and four bytes.
        letters: [{ code: `ŁØĐ€😀${madeUpCode(longestCode - 6)}` }],
        several: [...oneOfEach, { code: madeUpCode() }, { code: madeUpCode() }],
      })[row['bad'] ?? ''] ?? [],
  };
};
