import type { Clock } from '../context/merchant.ts';

/** How long a change may take to be seen: a trigger may only have asked for it, and an answer may come before the effect. */
export const usualMs = 5_000;
/** Until then it is looked often; a catalogue that is walked again and again is not to be kept busy by that. */
const seldomPauseMs = 3_000;

/** How long a change of the catalogue may take to be listed. Nothing states how soon, and synchronisations are minutes apart. */
export const listedWithinMs = 30_000;

/** Looks again until what is seen is enough, anything at all by default; what was seen last when it never is. */
export const eventually = async <Seen>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  look: () => Promise<Seen>,
  isEnough: (seen: Seen) => boolean = (seen) => seen !== undefined,
  { pauseMs = 1_000, withinMs = usualMs }: { readonly pauseMs?: number; readonly withinMs?: number } = {},
): Promise<Seen> => {
  const begun = clock.now();
  for (;;) {
    const seen = await look();
    const passedMs = clock.now() - begun;
    if (isEnough(seen) || passedMs >= withinMs) return seen;
    await clock.sleep(passedMs < usualMs ? pauseMs : seldomPauseMs, signal);
  }
};
