import type { CheckCollector } from '../verdicts/check-collector.ts';
import type { Ended } from './open-run.ts';

/** The queue behind the platform, where it is one elsewhere: whatever a till does once it is gone, it could not do otherwise. */
export interface QueueLife {
  /** It did not do what it was asked for. */
  readonly failed: (reason: string) => void;
  readonly isGone: () => boolean;
  /** How the run ends once it is gone. */
  readonly gone: Promise<Ended>;
  /** The same collector, deaf from then on. */
  readonly until: (checks: CheckCollector) => CheckCollector;
}

export const createQueueLife = (): QueueLife => {
  const gone = Promise.withResolvers<Ended>();
  let isGone = false;
  return {
    failed(reason) {
      isGone = true;
      const sentence = reason.replace(/\.?$/, '.');
      gone.resolve({
        ended: 'not-judged',
        reason: `${sentence} Nothing can be said of a till without its queue. (queue.endpoint)`,
      });
    },
    isGone: () => isGone,
    gone: gone.promise,
    until: (checks) => ({
      ...checks,
      report(reported) {
        if (!isGone) checks.report(reported);
      },
    }),
  };
};
