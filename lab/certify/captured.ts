import { createCaptureReader } from '#harness/captures/exchanges';
import { callSettings } from '#harness/config/call-settings';
import { openWatchedRun } from '#harness/run/watched-run';
import type { Config, JournalEvent, RequirementId } from '#schemas';
import { createRedactor } from '#traffic';

/** What a run's own traffic, written down and read again, is said to show. */
export interface Captured {
  /** What a law said in the run and nobody says of the capture. */
  readonly missed: readonly RequirementId[];
  /** What is said of the capture and was not said in the run. */
  readonly invented: readonly RequirementId[];
  /** What was found where it is invented: a run that is over cannot be asked again. */
  readonly findings: readonly string[];
}

/** Judges the exchanges of a run's events as if they had been captured elsewhere. */
export const judgedAgain = (suite: 'merchant' | 'pos', config: Config, events: readonly JournalEvent[]): Captured => {
  const reader = createCaptureReader({ party: suite, settings: callSettings(suite, config) });
  const said = new Map<RequirementId, string>();
  const run = openWatchedRun({
    suite,
    config,
    redactor: createRedactor(),
    command: ['judge', suite],
    clock: { now: () => 0 },
    onEvent: (event) => {
      if (isTrouble(event)) said.set(event.requirement, JSON.stringify(event.outcome));
    },
  });
  for (const event of events) {
    if (event.event !== 'exchange') continue;
    const captured = reader.read({ format: 'exchange', value: event.exchange }, 'the journal');
    if (captured !== undefined) run.see(captured.exchange, captured.scenario);
  }
  run.end();
  const troubles = events.filter(isTrouble);
  const inRun = new Set(troubles.map(({ requirement }) => requirement));
  const invented = [...said.keys()].filter((id) => !inRun.has(id));
  return {
    missed: [...new Set(troubles.filter(({ by }) => by === 'law').map(({ requirement }) => requirement))].filter(
      (id) => !said.has(id),
    ),
    invented,
    findings: invented.map((id) => `${id}: ${said.get(id)}`),
  };
};

const isTrouble = (event: JournalEvent): event is Extract<JournalEvent, { event: 'check' }> =>
  event.event === 'check' && event.outcome.status === 'failed';
