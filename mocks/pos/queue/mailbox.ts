import type { Clock } from '#mocks/time';

export interface Delivery {
  readonly receiptHandle: string;
  readonly body: string;
  /** Empty when the till did not ask for it. */
  readonly groupId: string;
  readonly receiveCount: number;
}

/** A till's view of its queue, whatever the client behind it. Failures of the service are thrown. */
export interface Mailbox {
  readonly receive: (
    wish: { readonly waitSeconds: number; readonly max: number },
    signal: AbortSignal,
  ) => Promise<readonly Delivery[]>;
  readonly delete: (receiptHandle: string) => Promise<void>;
  readonly close: () => void;
}

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
