import type { Clock } from '../../context/merchant.ts';

/** How long what is said to be temporary, or to take no answer, may take. */
export const soonMs = 1_500;
const mostAttempts = 3;

/** A failure that the till itself calls temporary says nothing yet, so it is asked again; the last answer when it never passes. */
export const askPastFailures = async <Seen>(
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal },
  ask: () => Promise<Seen>,
  isPassing: (seen: Seen) => boolean,
): Promise<Seen> => {
  for (let attempt = 1; ; attempt++) {
    const seen = await ask();
    if (!isPassing(seen) || attempt === mostAttempts) return seen;
    await clock.sleep(soonMs, signal);
  }
};
