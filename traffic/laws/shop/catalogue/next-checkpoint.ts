import {
  type CheckpointFlaw,
  checkpointFlaw,
  checkpointFlaws,
  decodeCheckpoint,
  encodeCheckpoint,
  type Finding,
  type Position,
} from '#schemas';
import { describe, type Listed, positionOf } from '../../../ledgers/shop/listed.ts';

/** What a nextCheckpoint is, beside the last product of its page. */
export type NextCheckpoint =
  | { readonly kind: 'right' }
  | { readonly kind: 'flawed'; readonly flaw: CheckpointFlaw; readonly isMisplaced: boolean }
  /** Of a time without an offset that is not UTC, so many milliseconds away. */
  | { readonly kind: 'local'; readonly shiftMs: number }
  /** updatedAt does not show its milliseconds, which is charged to that. */
  | { readonly kind: 'hidden'; readonly isExact: boolean };

/** The text names some other position. */
const misplacing: ReadonlySet<CheckpointFlaw> = new Set([
  'seconds',
  'microseconds',
  'other-time',
  'other-id',
  'url-encoded',
  'whitespace',
]);

export const readNextCheckpoint = (last: Listed, text: string): NextCheckpoint => {
  const position = positionOf(last);
  const shiftMs = last.hasOffset ? 0 : offsetBetween(text, position);
  if (shiftMs !== 0) return { kind: 'local', shiftMs };
  const own = last.hasMilliseconds ? undefined : decodeCheckpoint(text);
  if (own?.id === last.id && Math.floor(own.epochMs / 1000) * 1000 === last.epochMs)
    return { kind: 'hidden', isExact: own.epochMs === last.epochMs };
  const flaw = checkpointFlaw(text, position);
  return flaw === undefined ? { kind: 'right' } : { kind: 'flawed', flaw, isMisplaced: misplacing.has(flaw) };
};

/** How far a checkpoint is from the text read as UTC, when that is a time zone's offset; else 0. */
const offsetBetween = (text: string, position: Position): number => {
  const [time = '', ...id] = Buffer.from(text, 'base64').toString('utf8').split(':');
  const shift = Number(time) - position.epochMs;
  const quarterHour = 900_000;
  const plausible = shift % quarterHour === 0 && Math.abs(shift) <= 14 * 4 * quarterHour;
  return plausible && id.join(':') === position.id ? shift : 0;
};

export const flawed = (last: Listed, text: string, flaw: CheckpointFlaw, exchange: number): Finding => ({
  message: `nextCheckpoint is not the standard Base64 of "<updatedAt in epoch milliseconds>:<id>" of the page's last product: ${checkpointFlaws[flaw]}.`,
  expected: `${encodeCheckpoint(positionOf(last))} (${positionOf(last).epochMs}:${last.id})`,
  actual: `${text} (decoded: ${JSON.stringify(Buffer.from(text, 'base64').toString('utf8'))})`,
  exchanges: [exchange],
  cause: `checkpoint ${flaw}`,
});

export const ambiguous = (last: Listed, text: string, exchange: number): Finding => ({
  expected: 'updatedAt with an offset',
  actual: `${describe(last)} with ${text}`,
  exchanges: [exchange],
  cause: 'checkpoint of a local time',
});
