import type { DrawingWorld } from '../context/merchant.ts';

/** What it takes to choose from several things of one kind. */
export type ChoosingWorld = Pick<DrawingWorld<never>, 'keepsWaiting' | 'attemptsWithinMs' | 'attempted'>;

/** The first and the last: they are told from one another by what is configured, if at all. */
const most = 2;

/**
 * The things of one kind that are tried: all of them, or two where the target keeps one waiting and nobody has said how
 * long attempts may take. `kind` is what those left out are written down as.
 */
export const someOf = <Thing>(
  { keepsWaiting, attemptsWithinMs, attempted }: ChoosingWorld,
  kind: string,
  things: readonly Thing[],
): readonly Thing[] => {
  if (things.length <= most || attemptsWithinMs !== undefined || keepsWaiting?.() !== true) return things;
  attempted(kind, most, things.length);
  return [...things.slice(0, most - 1), ...things.slice(-1)];
};
