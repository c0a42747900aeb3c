import { randomUUID } from 'node:crypto';
import type { PosScenario, PosWorld, TillPort } from '#scenarios';
import type { CheckCollector } from '../../verdicts/check-collector.ts';
import type { AttemptUnderWay } from '../attempt-under-way.ts';
import { commonWorld, type RunContext } from '../run-context.ts';
import { saidBy, waitWithProgress } from '../wait-with-progress.ts';

export interface PosRun
  extends RunContext,
    Required<
      Pick<PosWorld, 'till' | 'triggers' | 'healthIntervalMs' | 'hurryFrom' | 'outOfTime' | 'keepsWaiting' | 'tables'>
    > {
  /** Shorter once the till is known to be gone. */
  readonly patienceMs: () => number;
  /** A message is sent on a scenario's account. */
  readonly sent: (messageId: string, scenario: string) => void;
  /** Of one scenario: several may be under way. */
  readonly underWay: (scenario: string) => AttemptUnderWay;
}

const claimable = [
  'STATION',
  'KIOSK',
  'PICKUP',
  'DELIVERY',
  'prepaid',
  'postpaid',
  'listings',
  'events',
  'tips',
] as const;

export const createPosWorld = (run: PosRun, scenario: PosScenario, checks: CheckCollector): PosWorld => {
  const { config } = run;
  const claimed = config.capabilities?.pos ?? {};
  const claims = Object.fromEntries(claimable.map((name) => [name, claimed[name] !== false]));
  const said = saidBy((text) => run.progress(scenario.id, text));
  return {
    ...commonWorld(run, scenario, checks, run.underWay(scenario.id), said),
    till: waitWithProgress(sendingFor(run, scenario.id), () => run.clock.now(), said.waiting),
    triggers: run.triggers,
    hurryFrom: run.hurryFrom,
    outOfTime: run.outOfTime,
    keepsWaiting: run.keepsWaiting,
    fixtures: config.pos?.fixtures ?? {},
    tables: run.tables,
    claims: claims as PosWorld['claims'],
    get patienceMs() {
      return run.patienceMs();
    },
    healthIntervalMs: run.healthIntervalMs,
  };
};

const sendingFor = ({ till, sent }: Pick<PosRun, 'till' | 'sent'>, scenario: string): TillPort => ({
  ...till,
  async send(command) {
    // Unlike ids: who takes the one for the other is to be told.
    const { messageId = randomUUID(), idempotencyKey = randomUUID() } = command;
    sent(messageId, scenario);
    return await till.send({ ...command, messageId, idempotencyKey });
  },
});
