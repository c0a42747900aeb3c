import type { Clock } from '#mocks/time';
import type { Delivery, Mailbox } from './mailbox.ts';

export interface Polling {
  readonly waitSeconds: number;
  readonly max: number;
}

const longestPauseMs = 2000;

/** Long-polls until the signal; a queue that fails is asked again after a short, growing pause. */
export async function* poll(
  mailbox: Mailbox,
  wish: Polling,
  { clock, signal, pauseMs }: { readonly clock: Clock; readonly signal: AbortSignal; readonly pauseMs: number },
): AsyncGenerator<readonly Delivery[]> {
  let pause = pauseMs;
  while (!signal.aborted) {
    try {
      const deliveries = await mailbox.receive(wish, signal);
      pause = pauseMs;
      if (deliveries.length > 0) yield deliveries;
    } catch {
      await clock.sleep(pause, signal).catch(() => undefined);
      pause = Math.min(pause * 2, longestPauseMs);
    }
  }
}
