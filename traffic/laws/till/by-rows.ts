import { examine } from '../../evidence/examine.ts';
import type { PosLaw } from '../law.ts';
import type { TillRow } from './table/row.ts';

/** A law that is nothing but rows over what a till did about its tables and bills. */
export const lawByRows = (id: string, rows: readonly TillRow[]): PosLaw => ({
  id,
  covers: [...new Set(rows.map(({ requirement }) => requirement))],
  start: ({ budget, till }) => {
    const { see, at, end } = examine(rows, till, budget);
    return { see: (seen) => till.bills.see(seen).flatMap(see), at, end };
  },
});
