import type { CheckCollector } from '../verdicts/check-collector.ts';
import type { Ended } from './open-run.ts';

/** The queue behind the platform, where it is one elsewhere: whatever a till does once it is gone, it could not do otherwise. */
export const createQueueLife = () => {
  const gone = Promise.withResolvers<Ended>();
  let isGone = false;
  return {
    /** It did not do what it was asked for. */
    failed(reason: string): void {
      isGone = true;
      const sentence = reason.replace(/\.?$/, '.');
      gone.resolve({
        ended: 'not-judged',
        reason: `${sentence} Nothing can be said of a till without its queue. (queue.endpoint)`,
      });
    },
    isGone: () => isGone,
    /** How the run ends once it is gone. */
    gone: gone.promise,
    /** The same collector, deaf from then on. */
    until: (checks: CheckCollector): CheckCollector => ({
      ...checks,
      report(reported) {
        if (!isGone) checks.report(reported);
      },
    }),
  };
};
