import { parseTimestamp } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { weightOf } from '../../retention/weight.ts';
import { type Handling, isAccepted } from './messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { lineIdOf } from './line-id.ts';
import { lineKind, textsIn } from './line-kind.ts';
import { largestIn } from './minor-units.ts';
import { areOpen } from './open-table.ts';
import { paymentIdsIn } from './payment-ids.ts';

/** Lines that all have an identifier of their own, and the largest number of each, in minor units: mostly what it costs. */
export type Priced = ReadonlyMap<string, number>;

/** An open table, as it was shown last to whoever asked for it. */
export interface Checked {
  readonly updatedAt: string;
  readonly openedAt: unknown;
  readonly lines: Priced;
  /** What each of them says that not all do. */
  readonly says: ReadonlyMap<string, readonly string[]>;
  /** Each as one text without its identifier and times, or its digest: of those that are alike it is the same. */
  readonly kinds: ReadonlyMap<string, string>;
  /** The largest number in its totals. */
  readonly total: number;
  readonly payments: readonly string[];
  /** How many there are, also of those without an identifier that can be read. */
  readonly paymentCount: number;
  /** The place of its request in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/** Undefined where a line has no identifier or shares it with another. */
export const pricedLines = (shown: unknown): Priced | undefined => {
  const lines: readonly unknown[] = Array.isArray(shown) ? shown : [];
  const priced = lines.flatMap((line) => {
    const lineId = lineIdOf(line);
    return lineId === undefined ? [] : [[lineId, largestIn(lineKind(line))] as const];
  });
  const byId = new Map(priced);
  return lines.length > 0 && byId.size === lines.length ? byId : undefined;
};

const saidBy = (shown: readonly unknown[]): Checked['says'] => {
  const saidTimes = new Map<string, number>();
  for (const text of shown.flatMap((line) => [...new Set(textsIn(line))]))
    saidTimes.set(text, (saidTimes.get(text) ?? 0) + 1);
  return new Map(
    shown.map((line) => {
      const lineId = lineIdOf(line) ?? '';
      return [lineId, textsIn(line).filter((text) => text !== lineId && saidTimes.get(text) !== shown.length)] as const;
    }),
  );
};

const kindsOf = (shown: readonly unknown[]): Checked['kinds'] =>
  new Map(shown.map((line) => [lineIdOf(line) ?? '', shortened(lineKind(line))] as const));

/** A line that stood on a table when it was shown before, and does not now. */
export interface LostLine {
  readonly lineId: string;
  readonly cost: number;
  /** What it says that not every line of the table said. */
  readonly says: readonly string[];
}

/** A table as it was shown before, and now. */
export interface LostLines {
  readonly tableId: string;
  readonly before: Checked;
  readonly now: Checked;
  readonly lost: readonly LostLine[];
}

/** A bill of a whole table that was asked for by the checkpoint of it. */
export interface CheckedBill {
  readonly tableId: string;
  readonly table: Checked;
  readonly shown: readonly unknown[];
  readonly lines: Priced;
  /** The largest number in its totals, which are not without one. */
  readonly total: number;
  readonly exchange: number;
}

/** The tables that bills are asked for by the checkpoint of. */
export interface CheckedTables {
  readonly see: (handling: Handling, seen: TillTraffic) => LostLines | undefined;
  readonly last: (tableId: string) => Checked | undefined;
  /** The table by whose checkpoint a whole bill of it was asked for. */
  readonly current: (handling: Handling) => Checked | undefined;
  readonly bill: (handling: Handling, seen: TrafficOf<'callback'>) => CheckedBill | undefined;
}

export const createCheckedTables = (budget: ByteBudget): CheckedTables => {
  const tables = createMemory<Checked>(budget, { weigh: weightOfTable });
  const current: CheckedTables['current'] = ({ deliveries: [asked] }) => {
    const { tableId = '', wholeBill: { checkpoint = '' } = {} } = asked ?? {};
    const table = tables.get(tableId);
    // Within a second there is room for a change that the checkpoint does not tell.
    const isFine = (parseTimestamp(checkpoint)?.epochMs ?? 0) % 1000 !== 0;
    return isFine && table?.updatedAt === checkpoint ? table : undefined;
  };
  return {
    current,
    see(handling, seen) {
      const { messageKind, deliveries } = handling;
      const { tableId, n } = deliveries[0] ?? {};
      if (messageKind !== 'TableOrderSnapshotRequested' || seen.kind !== 'callback') return undefined;
      if (tableId === undefined || n === undefined) return undefined;
      const before = tables.get(tableId);
      const now = deliveries.length === 1 ? checkedIn(tableId, n, seen) : undefined;
      if (now === undefined) tables.delete(tableId);
      else tables.set(tableId, now);
      if (before === undefined || now === undefined) return undefined;
      const lost = [...before.lines].filter(([lineId]) => !now.lines.has(lineId));
      return {
        tableId,
        before,
        now,
        lost: lost.map(([lineId, cost]) => ({ lineId, cost, says: before.says.get(lineId) ?? [] })),
      };
    },
    last: tables.get,
    bill(handling, { body, exchange }) {
      const [tableId, table] = [handling.deliveries[0]?.tableId ?? '', current(handling)];
      const { lines: shown, totals } = Object(Object(body).bill);
      const lines = pricedLines(shown);
      const total = largestIn(totals);
      if (table === undefined || lines === undefined || total < 0) return undefined;
      return { tableId, table, shown, lines, total, exchange };
    },
  };
};

export const weightOfTable = ({ lines, says, kinds, ...rest }: Checked): number =>
  weightOf([rest, [...lines], [...says], [...kinds]]);

const checkedIn = (tableId: string, n: number, seen: TillTraffic): Checked | undefined => {
  if (seen.kind !== 'callback' || seen.unkept === true || !isAccepted(seen)) return undefined;
  const { tableOrderSnapshot, tableSessionContext } = Object(seen.body);
  const [snapshot, session] = [Object(tableOrderSnapshot), Object(tableSessionContext)];
  const { updatedAt } = snapshot;
  const lines = pricedLines(snapshot.lines);
  if (typeof updatedAt !== 'string' || lines === undefined || !areOpen(tableId, snapshot, session)) return undefined;
  return {
    updatedAt,
    openedAt: session.openedAt,
    lines,
    says: saidBy(snapshot.lines),
    kinds: kindsOf(snapshot.lines),
    total: largestIn(snapshot.totals),
    payments: paymentIdsIn(snapshot.payments),
    paymentCount: Array.isArray(snapshot.payments) ? snapshot.payments.length : Number.POSITIVE_INFINITY,
    n,
    exchange: seen.exchange,
  };
};
