import { parseTimestamp } from '#schemas';
import { shortened } from '../../retention/shortened.ts';
import type { TrafficOf } from '../../till-traffic.ts';
import { lineIdOf } from './line-id.ts';
import { lineKind } from './line-kind.ts';
import { largestIn } from './minor-units.ts';

export interface PricedLine {
  readonly lineId: string;
  /** As it was shown, or its digest. */
  readonly text: string;
  /** The largest number in it, in minor units: mostly what it costs. */
  readonly cost: number;
}

/** An open table as one result showed it, with lines that all have an identifier of their own. */
export interface PricedTable {
  readonly lines: readonly PricedLine[];
  readonly payments: string;
  /** The largest number in its totals. */
  readonly total: number;
  readonly updatedAtMs: number;
  /** The place of its result in the traffic, and of the first attempt to send it, and when that was. */
  readonly n: number;
  readonly saidN: number;
  readonly at: number;
  readonly exchange: number;
}

export const pricedTableIn = (
  tableId: string,
  snapshot: Readonly<Record<string, unknown>>,
  { n, exchange }: TrafficOf<'callback'>,
  said: TrafficOf<'callback'>,
): PricedTable | undefined => {
  const { lines: shown, payments, totals, updatedAt } = snapshot;
  const updatedAtMs = typeof updatedAt === 'string' ? parseTimestamp(updatedAt)?.epochMs : undefined;
  if (snapshot['tableId'] !== tableId || snapshot['status'] !== 'OPEN' || updatedAtMs === undefined) return undefined;
  if (!Array.isArray(shown)) return undefined;
  const lines = shown.flatMap((line: unknown): readonly PricedLine[] => {
    const lineId = lineIdOf(line);
    if (lineId === undefined || lineId.length > longestId) return [];
    return [{ lineId, text: shortened(JSON.stringify(line)), cost: largestIn(lineKind(line)) }];
  });
  if (new Set(lines.map(({ lineId }) => lineId)).size < shown.length) return undefined;
  const total = largestIn(totals);
  return {
    lines,
    payments: shortened(String(JSON.stringify(payments))),
    total,
    updatedAtMs,
    n,
    saidN: said.n,
    at: said.at,
    exchange,
  };
};

const longestId = 200;
