import {
  type CheckOutcome,
  type CheckpointFlaw,
  checkpointFlaw,
  checkpointFlaws,
  decodeCheckpoint,
  encodeCheckpoint,
  type Position,
} from '#schemas';
import { describe, type Listed, positionOf } from './listed.ts';
import { failed, gravest, passed, warned } from '../../../outcome.ts';

/** How to go on after a page, and what is to be said of its nextCheckpoint. */
export interface Continuation {
  readonly token: string;
  /** The target's own token, when another one is used because that one names another position. */
  readonly misplaced?: string;
  /** About the encoding; undefined where there was no nextCheckpoint to judge. */
  readonly outcome?: CheckOutcome;
}

/**
 * The target's way of writing checkpoints. A target that writes them wrongly is told so once; everything else is then
 * judged with checkpoints in its own way, so that one mistake is not charged to several requirements.
 */
export interface Tokens {
  readonly after: (last: Listed, nextCheckpoint: string | undefined, exchange: number) => Continuation;
  /** The checkpoint of a position, or undefined where positions cannot be written as the target would. */
  readonly of: (position: Position) => string | undefined;
  /** The worst said of a nextCheckpoint so far; undefined when none was seen. */
  readonly judged: () => CheckOutcome | undefined;
}

/** The text names some other position. */
const misplacing: ReadonlySet<CheckpointFlaw> = new Set([
  'seconds',
  'microseconds',
  'other-time',
  'other-id',
  'url-encoded',
  'whitespace',
]);

export const createTokens = (): Tokens => {
  const spelling = { urlSafe: false, unpadded: false };
  /** Positions cannot be written: the checkpoints are of the target's own invention, or hold hidden milliseconds. */
  let unwritable = false;
  let shiftMs = 0;
  let judged: CheckOutcome | undefined;

  const of = (position: Position): string | undefined =>
    unwritable
      ? undefined
      : spelled(encodeCheckpoint({ epochMs: position.epochMs + shiftMs, id: position.id }), spelling);

  const after: Tokens['after'] = (last, nextCheckpoint, exchange) => {
    const position = positionOf(last);
    const standard = encodeCheckpoint(position);
    if (nextCheckpoint === undefined) return { token: of(position) ?? standard };
    const localMs = last.hasOffset ? 0 : offsetBetween(nextCheckpoint, position);
    if (localMs !== 0) {
      shiftMs = localMs;
      return { token: nextCheckpoint, outcome: ambiguous(last, nextCheckpoint, exchange) };
    }
    const own = decodeCheckpoint(nextCheckpoint);
    if (!last.hasMilliseconds && own?.id === last.id && Math.floor(own.epochMs / 1000) * 1000 === last.epochMs) {
      // The time cannot be compared with what updatedAt does not show, which is charged to updatedAt.
      unwritable ||= own.epochMs !== last.epochMs;
      return { token: nextCheckpoint };
    }
    const flaw = checkpointFlaw(nextCheckpoint, position);
    if (flaw === undefined) return { token: nextCheckpoint, outcome: passed };
    const outcome = wrong(last, nextCheckpoint, flaw, exchange);
    if (misplacing.has(flaw)) return { token: standard, misplaced: nextCheckpoint, outcome };
    const spelt = spellings.find((way) => spelled(standard, way) === nextCheckpoint);
    if (spelt === undefined) unwritable = true;
    // One checkpoint shows only what its own characters show.
    spelling.urlSafe ||= spelt?.urlSafe ?? false;
    spelling.unpadded ||= spelt?.unpadded ?? false;
    return { token: nextCheckpoint, outcome };
  };

  return {
    of,
    after: (last, nextCheckpoint, exchange) => {
      const continuation = after(last, nextCheckpoint, exchange);
      judged = gravest(judged, continuation.outcome);
      return continuation;
    },
    judged: () => judged,
  };
};

const wrong = (last: Listed, text: string, flaw: CheckpointFlaw, exchange: number): CheckOutcome =>
  failed({
    message: `nextCheckpoint is not the standard Base64 of "<updatedAt in epoch milliseconds>:<id>" of the page's last product: ${checkpointFlaws[flaw]}.`,
    expected: `${encodeCheckpoint(positionOf(last))} (${positionOf(last).epochMs}:${last.id})`,
    actual: `${text} (decoded: ${JSON.stringify(Buffer.from(text, 'base64').toString('utf8'))})`,
    pointer: '/nextCheckpoint',
    exchanges: [exchange],
    cause: `checkpoint ${flaw}`,
  });

const ambiguous = (last: Listed, text: string, exchange: number): CheckOutcome =>
  warned({
    message: 'updatedAt has no offset, and nextCheckpoint shows that it is not UTC. Add the offset, or Z with UTC.',
    expected: 'updatedAt with an offset',
    actual: `${describe(last)} with ${text}`,
    pointer: '/nextCheckpoint',
    exchanges: [exchange],
    cause: 'checkpoint of a local time',
  });

/** How far a checkpoint is from the text read as UTC, when that is a time zone's offset; else 0. */
const offsetBetween = (text: string, position: Position): number => {
  const [time = '', ...id] = Buffer.from(text, 'base64').toString('utf8').split(':');
  const shift = Number(time) - position.epochMs;
  const quarterHour = 900_000;
  const plausible = shift % quarterHour === 0 && Math.abs(shift) <= 14 * 4 * quarterHour;
  return plausible && id.join(':') === position.id ? shift : 0;
};

interface Spelling {
  readonly urlSafe: boolean;
  readonly unpadded: boolean;
}

/** The ways to spell the same bytes, the nearest to the standard first. */
const spellings: readonly Spelling[] = [
  { urlSafe: false, unpadded: true },
  { urlSafe: true, unpadded: false },
  { urlSafe: true, unpadded: true },
];

const spelled = (standard: string, { urlSafe, unpadded }: Spelling): string => {
  const text = urlSafe ? standard.replaceAll('+', '-').replaceAll('/', '_') : standard;
  return unpadded ? text.replace(/=+$/u, '') : text;
};
