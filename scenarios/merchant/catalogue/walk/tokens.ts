import { encodeCheckpoint, type Position } from '#schemas';
import { type Listed, positionOf, readNextCheckpoint } from '#traffic/laws';

/** How to go on after a page. */
export interface Continuation {
  readonly token: string;
  /** The target's own token, when another one is used because that one names another position. */
  readonly misplaced?: string;
}

/**
 * The target's way of writing checkpoints. A target that writes them wrongly is told so once; everything else is then
 * judged with checkpoints in its own way, so that one mistake is not charged to several requirements.
 */
export interface Tokens {
  readonly after: (last: Listed, nextCheckpoint: string | undefined) => Continuation;
  /** The checkpoint of a position, or undefined where positions cannot be written as the target would. */
  readonly of: (position: Position) => string | undefined;
}

export const createTokens = (): Tokens => {
  const spelling = { urlSafe: false, unpadded: false };
  /** Positions cannot be written: the checkpoints are of the target's own invention, or hold hidden milliseconds. */
  let unwritable = false;
  let shiftMs = 0;

  const of = (position: Position): string | undefined =>
    unwritable
      ? undefined
      : spelled(encodeCheckpoint({ epochMs: position.epochMs + shiftMs, id: position.id }), spelling);

  const after: Tokens['after'] = (last, nextCheckpoint) => {
    const standard = encodeCheckpoint(positionOf(last));
    if (nextCheckpoint === undefined) return { token: of(positionOf(last)) ?? standard };
    const next = readNextCheckpoint(last, nextCheckpoint);
    if (next.kind === 'local') shiftMs = next.shiftMs;
    // The time cannot be compared with what updatedAt does not show.
    if (next.kind === 'hidden') unwritable ||= !next.isExact;
    if (next.kind !== 'flawed') return { token: nextCheckpoint };
    if (next.isMisplaced) return { token: standard, misplaced: nextCheckpoint };
    const spelt = spellings.find((way) => spelled(standard, way) === nextCheckpoint);
    if (spelt === undefined) unwritable = true;
    // One checkpoint shows only what its own characters show.
    spelling.urlSafe ||= spelt?.urlSafe ?? false;
    spelling.unpadded ||= spelt?.unpadded ?? false;
    return { token: nextCheckpoint };
  };

  return { of, after };
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
