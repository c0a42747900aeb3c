import { examine } from '../../evidence/examine.ts';
import { definePosLaw } from '../define.ts';
import type { PosLaw } from '../law.ts';
import { orderLines } from './order/lines.ts';
import { orderResults } from './order/results.ts';
import { paymentFailure } from './payment/failure.ts';
import { paymentStays } from './payment/stays.ts';
import type { TableRow } from './table/row.ts';
import { tableSession } from './table/session.ts';
import { tableShown } from './table/shown.ts';
import { tableUpdatedAt } from './table/updated-at.ts';

const defineTableLaw = (id: string, rows: readonly TableRow[]): PosLaw =>
  definePosLaw({
    id,
    covers: [...new Set(rows.map(({ requirement }) => requirement))],
    start({ budget, till: { tables } }) {
      const { see, at, end } = examine(rows, tables, budget);
      return { see: (seen) => tables.see(seen).flatMap(see), at, end };
    },
  });

/** What is told of tables by the looks at them, and by what was done there in between. */
export const tableLaws: readonly PosLaw[] = [
  defineTableLaw('till/table', [...tableShown, ...tableSession, ...tableUpdatedAt]),
  defineTableLaw('till/payment', [...paymentStays, ...paymentFailure]),
  defineTableLaw('till/order', [...orderLines, ...orderResults]),
];
