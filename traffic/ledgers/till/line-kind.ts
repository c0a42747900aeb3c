import { parseTimestamp } from '#schemas';
import { lineIdOf } from './line-id.ts';

/** Lines that are alike have the same. In the digits of an identifier, and of a time, is no amount, either. */
export const lineKind = (line: unknown): string => {
  const lineId = lineIdOf(line);
  return JSON.stringify(line, (_, value: unknown) =>
    String(value) === lineId || (typeof value === 'string' && parseTimestamp(value) !== undefined) ? '' : value,
  );
};

/** The texts in a line, whatever they are called. */
export const textsIn = (line: unknown): readonly string[] =>
  typeof line === 'object' && line !== null
    ? Object.values(line).flatMap((value: unknown) => (typeof value === 'string' ? [value] : []))
    : [];
