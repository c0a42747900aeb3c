import { usePlatformNow } from '../live/clock.ts';

/** Counts down to a moment of the platform's time. */
export const SecondsLeft = ({ until }: { readonly until: number }) => {
  const left = Math.max(0, Math.ceil((until - usePlatformNow()) / 1000));
  return <span>{left > 120 ? `${Math.floor(left / 60)} min` : `${left} s`}</span>;
};
