import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What the platform's clock is ahead of this browser's, in milliseconds. */
let ahead = 0;
const ticking = signal(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export const setPlatformTime = (epochMs: number): void => {
  ahead = epochMs - Date.now();
};

/** Something happened then: where the platform's clock was put forward, it is that late at least. */
export const sawPlatformTime = (epochMs: number): void => {
  if (epochMs > Date.now() + ahead) setPlatformTime(epochMs);
};

/** The platform's time, which moves four times a second while somebody looks at it. */
export const usePlatformNow = (): number => {
  useEffect(() => {
    watchers += 1;
    timer ??= setInterval(() => {
      ticking.value = Date.now();
    }, 250);
    return () => {
      watchers -= 1;
      if (watchers > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  // Rendered again by the signal; the clock itself may be further than its last tick.
  void ticking.value;
  return Date.now() + ahead;
};
