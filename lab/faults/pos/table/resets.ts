import { textIn } from '#mocks/json';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { showing } from './unmoved.ts';
import type { TillParts } from '#mocks/pos/till';

/** As long as the party of a table has been there when the till is started. */
const seatedMs = 1_800_000;

const activatedAgain = (parts: TillParts, then: () => void): Pick<TillParts, 'readActivation'> => {
  let activations = 0;
  return {
    readActivation: (answer) => {
      const activation = parts.readActivation(answer);
      if (activation !== undefined && ++activations > 1) then();
      return activation;
    },
  };
};

/** Tables that are set up anew. */
export const resetFaults = {
  'table:reset-by-activation': {
    title: 'has its tables as they were set up once more when it is activated again',
    breaks: ['table/updated-at-moves'],
    decorate: (parts: TillParts): Partial<TillParts> => {
      const { tables, plan } = parts.restaurant;
      const first = plan.tables.flatMap(({ id }) => tables.find(id) ?? []);
      const resetAt = new Map<string, number>();
      const reset = (): void => {
        for (const table of first) {
          if (table.lines.length === 0 || tables.find(table.id)?.status !== 'OPEN') continue;
          const openedAt = parts.clock.now() - seatedMs;
          const { updatedAt } = tables.change(table.id, () => ({ ...table, openedAt })) ?? table;
          resetAt.set(table.id, updatedAt);
        }
      };
      const shown = showing((real, _, { tableId }) => (resetAt.get(textIn(tableId)) === real ? real - seatedMs : real));
      return {
        ...shown(parts),
        ...activatedAgain(parts, reset),
      };
    },
  },
  'payment:gone-by-activation': {
    title: 'has no payments on its tables any more when it is activated again',
    breaks: ['table/updated-at-moves'],
    // Quartz shows amounts alone of payments.
    variants: ['copper'],
    decorate: (parts: TillParts): Partial<TillParts> => {
      const { tables, plan } = parts.restaurant;
      const stamps = new Map<string, { readonly real: number; readonly shown: number }>();
      const empty = (): void => {
        for (const { id } of plan.tables) {
          const table = tables.find(id);
          if (table === undefined || table.payments.length === 0) continue;
          const real = tables.change(id, () => ({ payments: [] }))?.updatedAt;
          if (real !== undefined) stamps.set(id, { real, shown: table.updatedAt });
        }
      };
      const shown = showing((real, _, { tableId }) => {
        const stamp = stamps.get(textIn(tableId));
        return stamp?.real === real ? stamp.shown : real;
      });
      return {
        ...shown(parts),
        ...activatedAgain(parts, empty),
      };
    },
  },
} as const satisfies Readonly<Record<string, PosFault>>;
