import type { DrawingWorld } from '../context/merchant.ts';

/** What it takes to leave something out. */
export type ChoosingWorld = Pick<DrawingWorld<never>, 'keepsWaiting' | 'attemptsWithinMs' | 'attempted'>;

/** The target keeps one waiting, and nobody has said how long attempts may take. */
const isShortOfTime = ({ keepsWaiting, attemptsWithinMs }: ChoosingWorld): boolean =>
  attemptsWithinMs === undefined && keepsWaiting?.() === true;

/** The first and the last: they are told from one another by what is configured, if at all. */
const most = 2;

/** The things of one kind that are tried: all of them, or two where time is short. `kind` is what those left out are written down as. */
export const someOf = <Thing>(world: ChoosingWorld, kind: string, things: readonly Thing[]): readonly Thing[] => {
  if (things.length <= most || !isShortOfTime(world)) return things;
  world.attempted(kind, most, things.length);
  return [...things.slice(0, most - 1), ...things.slice(-1)];
};

/** Whether an occasion that others are much like is left out, which is written down then. */
export const isLeftOut = (world: ChoosingWorld, occasion: string): boolean => {
  const isOut = isShortOfTime(world);
  if (isOut) world.attempted(occasion, 0, 1);
  return isOut;
};

/** The same things, those first that come after so many. */
export const rotate = <Thing>(things: readonly Thing[], by: number): readonly Thing[] => {
  const from = things.length === 0 ? 0 : by % things.length;
  return [...things.slice(from), ...things.slice(0, from)];
};
