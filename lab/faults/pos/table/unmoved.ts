import { parseTimestamp } from '#schemas';
import { type JsonObject, objectOf, objectsIn, textIn } from '#mocks/json';
import type { TillParts } from '#mocks/pos/till';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { alter } from '#mocks/faults';
import { onResult } from '#mocks/pos/faults/decorators';
import type { Tables } from '#mocks/pos/restaurant/tables';
import { openLines } from '../bill/split.ts';
import { snapshotsIn } from '../decorators.ts';

/** Shows other times of update than the real ones, and knows the real ones from the shown when they come back. */
export const showing =
  (show: (real: number, first: number, snapshot: JsonObject) => number) =>
  (parts: TillParts): Partial<TillParts> => {
    const first = new Map<string, number>();
    const real = new Map<string, string>();
    const disguise = (snapshot: JsonObject) => {
      const [tableId, text] = [textIn(snapshot['tableId']), textIn(snapshot['updatedAt'])];
      const moment = parseTimestamp(text)?.epochMs ?? 0;
      if (!first.has(tableId)) first.set(tableId, moment);
      const shown = new Date(show(moment, first.get(tableId) ?? moment, snapshot)).toISOString();
      real.set(`${tableId} ${shown}`, text);
      snapshot['updatedAt'] = shown;
    };
    return {
      work: async (command, step) => {
        const { checkpoint, orderContext } = command.payload;
        const known = real.get(`${textIn(objectOf(orderContext)['stationId'])} ${textIn(checkpoint)}`);
        const payload = known === undefined ? command.payload : { ...command.payload, checkpoint: known };
        const result = await parts.work({ ...command, payload }, step);
        for (const snapshot of snapshotsIn(result)) disguise(snapshot);
        return result;
      },
    };
  };

/** So long a payment is not shown that is booked. */
const unseenMs = 3_000;

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

/** Payments that leave the time of the last update as it was, or change the one of the beginning, and an end that is always now. */
export const unmovedFaults = {
  'table:frozen': {
    title: 'updatedAt stays what it was first',
    breaks: ['table/updated-at-moves'],
    decorate: showing((_, first) => first),
  },
  'table:opened-later-once-paid': {
    title: 'openedAt is an hour later once something was paid',
    breaks: ['table/updated-at-moves'],
    // Quartz does not say which payments they are.
    variants: ['copper'],
    decorate: onResult('TableOrderSnapshotRequested', (result) =>
      objectsIn(objectOf(objectOf(result)['tableOrderSnapshot'])['payments']).length === 0
        ? result
        : alter(result, '/tableSessionContext/openedAt', (old) =>
            new Date((parseTimestamp(textIn(old))?.epochMs ?? 0) + 3_600_000).toISOString(),
          ),
    ),
  },
  'table:unmoved-by-payments': {
    title: 'updatedAt stays what it was when a bill is paid',
    breaks: ['table/updated-at-moves'],
    decorate: unmovedByPayments(() => true),
  },
  'table:unmoved-by-part-payments': {
    title: 'updatedAt stays what it was when some of the lines are paid',
    breaks: ['table/updated-at-moves'],
    decorate: unmovedByPayments((tables, tableId) => openLines(tables, tableId).length > 0),
  },
  'table:unmoved-by-discounts': {
    title: 'updatedAt stays what it was when the staff takes something off a line of a table where much was ordered',
    breaks: ['table/updated-at-moves'],
    decorate: restamped(
      ({ lines, payments, totals, grown }, now) =>
        grown > 1 && now.lines === lines && now.payments === payments && now.totals !== totals,
      0,
    ),
  },
  'table:payment-seen-late': {
    title: 'shows a payment three seconds after it was booked, and with the time of then',
    breaks: ['table/updated-at-moves'],
    // Quartz does not say which payments they are.
    variants: ['copper'],
    decorate: (parts) =>
      onResult('TableOrderSnapshotRequested', (result) =>
        alter(result, '/tableOrderSnapshot/payments', (payments) => {
          const { tables } = parts.restaurant;
          const booked =
            tables.find(textIn(objectOf(objectOf(result)['tableOrderSnapshot'])['tableId']))?.payments ?? [];
          const isSeen = (place: number): boolean => parts.clock.now() - (booked[place]?.at ?? 0) >= unseenMs;
          return Array.isArray(payments) ? payments.filter((_, place) => isSeen(place)) : payments;
        }),
      )(parts),
  },
  'table:closed-at-now': {
    title: 'closedAt of a closed table is the time when it is asked for',
    breaks: ['table/closed-at'],
    decorate: (parts) =>
      onResult('TableOrderSnapshotRequested', (result) =>
        alter(result, '/tableSessionContext/closedAt', (old) =>
          old === undefined ? old : new Date(parts.clock.now()).toISOString(),
        ),
      )(parts),
  },
  'table:back-at-payments': {
    title: 'updatedAt is two seconds before what it was once a bill is paid',
    breaks: ['table/updated-at-moves'],
    decorate: restamped(({ payments }, now) => now.payments > payments, -2_000),
  },
  'table:unmoved-by-later-orders': {
    title: 'updatedAt moves when something is ordered at a table for the first time, and stays then',
    breaks: ['table/updated-at-moves'],
    decorate: restamped(({ lines, grown }, now) => grown > 0 && now.lines > lines, 0),
  },
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

interface Stamped {
  readonly real: number;
  readonly at: number;
  readonly lines: number;
  readonly payments: number;
  readonly totals: string;
  /** How often there were more lines. */
  readonly grown: number;
}

/** A change that `isIt` is shown so long after the time of before. */
function restamped(isIt: (known: Stamped, now: Omit<Stamped, 'at' | 'grown'>) => boolean, byMs: number): TillDecorator {
  return (parts) => {
    const shown = new Map<string, Stamped>();
    return showing((real, _, { tableId, lines, payments, totals }) => {
      const [lineCount, paymentCount] = [lines, payments].map((list) => Number(Object(list)['length']));
      const now = { real, lines: lineCount ?? 0, payments: paymentCount ?? 0, totals: JSON.stringify(totals) };
      const known = shown.get(textIn(tableId));
      if (known?.real === real) return known.at;
      const at = known !== undefined && isIt(known, now) ? known.at + byMs : real;
      const grown = (known?.grown ?? 0) + Number(known !== undefined && now.lines > known.lines);
      shown.set(textIn(tableId), { ...now, at, grown });
      return at;
    })(parts);
  };
}

/** Where `stays` says so, a table with one more payment and as many lines is shown with the time of before. */
function unmovedByPayments(stays: (tables: Tables, tableId: string) => boolean): TillDecorator {
  return (parts) => {
    const shown = new Map<string, { readonly payments: number; readonly lines: string; readonly at: number }>();
    return showing((real, _, { tableId, lines, payments }) => {
      const known = shown.get(textIn(tableId));
      const now = { payments: Array.isArray(payments) ? payments.length : 0, lines: String(Object(lines)['length']) };
      const isPaid = known !== undefined && now.payments > known.payments && now.lines === known.lines;
      const at = isPaid && stays(parts.restaurant.tables, textIn(tableId)) ? known.at : real;
      shown.set(textIn(tableId), { ...now, at });
      return at;
    })(parts);
  };
}
