import type { JsonObject } from '../../json.ts';
import { countedLines, isAmount } from './answers.ts';
import { readOnce } from '../../retention/read-once.ts';

/** A line of a basket, with what it costs. */
export interface ChargedLine {
  readonly index: number;
  readonly id: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly linePrice: number;
  /** Undefined where they cannot be read. */
  readonly originalUnitPrice: number | undefined;
  readonly originalLinePrice: number | undefined;
}

/** Undefined where a line cannot be read. */
export const chargedLines = readOnce((all: readonly JsonObject[]): readonly ChargedLine[] | undefined => {
  const lines = countedLines(all)?.flatMap(({ id, quantity }, index): readonly ChargedLine[] => {
    const line = all[index] ?? {};
    const [unitPrice, linePrice] = [amountOf(line['unitPrice']), amountOf(line['linePrice'])];
    if (unitPrice === undefined || linePrice === undefined) return [];
    const originalUnitPrice = amountOf(line['originalUnitPrice']);
    const originalLinePrice = amountOf(line['originalLinePrice']);
    return [{ index, id, quantity, unitPrice, linePrice, originalUnitPrice, originalLinePrice }];
  });
  return lines !== undefined && lines.length === all.length ? lines : undefined;
});

const amountOf = (value: unknown): number | undefined => (isAmount(value) ? value : undefined);
