import { causeId, type Given, type JournalEvent, type RunEvent } from '#schemas';

/** What others are told of an event of the journal, which holds more than may stay as it is; undefined for what is only ours. */
export const runEvent = (event: JournalEvent, till?: string): Given<RunEvent> | undefined => {
  const of = till === undefined ? {} : { till };
  switch (event.event) {
    case 'run-started': {
      const { at, suite, seed, plan } = event;
      return { event: 'run-started', ...of, at, suite, seed, scenarios: plan.scenarios.map(({ id }) => id) };
    }
    case 'check': {
      const { scenario, requirement, outcome } = event;
      if (outcome.status !== 'failed' && outcome.status !== 'warned') return undefined;
      const { status, message, exchanges = [] } = outcome;
      return { event: 'check', ...of, scenario, requirement, status, cause: causeId(outcome), message, exchanges };
    }
    case 'scenario-started':
    case 'scenario-finished':
    case 'run-finished':
      return { ...event, ...of };
    default:
      return undefined;
  }
};
