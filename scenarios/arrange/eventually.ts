import type { Clock } from '../context/merchant.ts';

/** How long a change may take to be seen: a trigger may only have asked for it, and an answer may come before the effect. */
const withinMs = 5_000;

/** Looks again until what is seen is enough, anything at all by default; what was seen last when it never is. */
export const eventually = async <Seen>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  look: () => Promise<Seen>,
  isEnough: (seen: Seen) => boolean = (seen) => seen !== undefined,
  pauseMs = 1_000,
): Promise<Seen> => {
  const deadline = clock.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isEnough(seen) || clock.now() >= deadline) return seen;
    await clock.sleep(pauseMs, signal);
  }
};
