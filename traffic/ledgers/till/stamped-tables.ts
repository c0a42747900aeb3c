import { parseTimestamp } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { Delivery, Handling } from './messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { snapshotIn } from './shown-lines.ts';

/** A table, as it was shown to whoever asked for it. */
export interface Stamped {
  readonly updatedAt: string;
  /** When it was first shown with this updatedAt. */
  readonly since: number;
  /** When it was asked for. */
  readonly askedAt: number;
  /** The place of its result in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/** Something that was done at a table: where it came first, and where its success was taken. */
export interface Done {
  readonly at: number;
  readonly n: number;
  readonly doneN: number;
}

/** One look at a table after another. */
export interface Looks<Shown> {
  readonly tableId: string;
  readonly asked: Delivery;
  readonly before: (Stamped & Shown) | undefined;
  readonly now: Stamped & Shown;
}

/** What `read` makes of each snapshot that was asked for, beside the one before it. */
export const createStampedTables = <Shown extends object>(
  budget: ByteBudget,
  read: (snapshot: Readonly<Record<string, unknown>>) => Shown | undefined,
) => {
  const tables = createMemory<Stamped & Shown>(budget);
  return (handling: Handling, seen: TillTraffic): Looks<Shown> | undefined => {
    const { snapshot = {} } = snapshotIn(handling, seen) ?? {};
    const { tableId, updatedAt } = snapshot;
    const [asked] = handling.deliveries;
    if (seen.kind !== 'callback' || handling.messageKind !== 'TableOrderSnapshotRequested') return undefined;
    if (typeof tableId !== 'string' || typeof updatedAt !== 'string' || asked?.tableId !== tableId) return undefined;
    const shown = read(snapshot);
    if (shown === undefined) return undefined;
    const before = tables.get(tableId);
    const since = before?.updatedAt === updatedAt ? before.since : seen.at;
    const now = { updatedAt, since, askedAt: asked.at, n: seen.n, exchange: seen.exchange, ...shown };
    tables.set(tableId, now);
    return { tableId, asked, before, now };
  };
};

/** Between the two looks, and nothing of it beside one of them. */
export const isBetween = ({ n, doneN }: Done, { before, asked }: Looks<object>): boolean =>
  before !== undefined && n > before.n && doneN < asked.n;

/** Of the usual clocks no worse is known; whoever writes whole tenths, seconds or minutes knows no better. */
const usualTickMs = 8;

export const tickOf = (updatedAt: string): number => {
  const ms = msOf(updatedAt);
  return [60_000, 1_000, 100, 10].find((tick) => ms % tick === 0) ?? usualTickMs;
};

export const msOf = (updatedAt: string): number => parseTimestamp(updatedAt)?.epochMs ?? 0;
