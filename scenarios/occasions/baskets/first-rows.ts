import type { Factors, Row, Turn } from '../covering.ts';
import { manyPieces } from './plain.ts';

/** In the order that tells most: what a basket comes to depends on what it was asked for before. */
type There = Readonly<{ levels: Factors; badCodes: readonly unknown[]; valid: readonly string[] }>;
export const firstRows = ({ levels, badCodes, valid }: There, areMadeWithCodes: boolean): readonly Partial<Turn>[] => {
  const has = (factor: string, level: string): boolean => levels[factor]?.includes(level) === true;
  const whereThereIs = (row: Row): readonly Partial<Turn>[] =>
    Object.entries(row).every(([factor, level]) => has(factor, level)) ? [{ row }] : [];
  const one = has('lines', 'one') ? { lines: 'one' } : {};
  return [
    ...whereThereIs({ user: 'own' }),
    ...[0, 1].map((pick) => ({ row: { ...one, afterwards: 'retrieved' }, pick })),
    // Before anything else has been asked for: over more than is wanted, and back.
    ...[0, 1].map((pick) => ({ row: { repeat: 'detour', afterwards: 'retrieved' }, pick })),
    { row: { order: 'reversed' } },
    has('lines', 'many') ? { row: { lines: 'many' } } : {},
    // In other rows something else is asked for in the place of what is left out.
    ...[
      { duplicates: 'twice' },
      { quantity: 'gone' },
      { quantity: 'zero' },
      { quantity: 'nothing' },
      { quantity: 'nothing', good: 'valid' },
    ].flatMap(whereThereIs),
    ...(levels['bad'] ?? [])
      .filter((bad) => bad !== 'none')
      .flatMap((bad) => (bad === 'known' ? [...badCodes.keys()] : [0]).map((pick) => ({ row: { bad }, pick }))),
    ...valid.map((_, pick) => ({ row: { good: 'valid' }, pick })),
    // What a code takes off is the same in either call.
    ...(valid.length > 0 && areMadeWithCodes
      ? [...['retrieved', 'retrieved', 'nothing'].map((afterwards) => ({ good: 'valid', afterwards })), {}]
      : []
    ).map((row) => ({ row: { made: 'coded', ...row } })),
    { row: { repeat: 'again' } },
    ...whereThereIs({ quantity: 'fewer' }),
    // A value that is an answer behind shows where requests come twice one after the other.
    { row: { ...one, repeat: 'again' } },
    ...manyPieces.map((_, pick) => ({ row: { ...one, shortage: 'more', ...(pick < 2 && { repeat: 'again' }) }, pick })),
  ];
};
