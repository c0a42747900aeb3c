import type { TillLife } from '../ports/till/life.ts';
import type { CheckCollector, Reported } from '../verdicts/check-collector.ts';

/**
 * Checks of one scenario, of which no failure is told while the till may be dead. Whoever was waited for in vain and is dead
 * failed at nothing that was asked: its death is what there is to tell.
 */
export const holdBack = (checks: CheckCollector, life: Pick<TillLife, 'isInDoubt' | 'stirs'>) => {
  const held: Reported[] = [];
  return {
    checks: {
      ...checks,
      report(reported: Reported): void {
        if (reported.outcome.status === 'failed' && life.isInDoubt()) held.push(reported);
        else checks.report(reported);
      },
    },
    /** Tells what was held back with the till's next sign of life; never when it is dead, and then it stays untold. */
    async release(): Promise<void> {
      if (held.length > 0) await life.stirs();
      for (const reported of held) checks.report(reported);
    },
  };
};
