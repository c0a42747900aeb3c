import type { RunResult } from '#schemas';
import { printableLine } from './printable.ts';

/** An entry of `unexpected` is open on purpose: what it says about itself, or all of it. */
export const unexpectedLine = (entry: RunResult['unexpected'][number]): string => {
  const { what, exchange } = entry as { readonly what?: unknown; readonly exchange?: unknown };
  const text = typeof what === 'string' ? what : JSON.stringify(entry);
  return printableLine(typeof exchange === 'number' ? `#${exchange}  ${text}` : text);
};
