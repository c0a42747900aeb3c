import { causeId, type CheckOutcome, type JournalEvent } from '#schemas';
import { redactedFinding, type Redactor } from '#traffic';

/**
 * An event with the secrets taken out of its free text. Ids stay as they are: a header value that happens to be the
 * word `order` must not rename requirements. Exchanges are redacted where they are recorded.
 */
export const redactEvent = (event: JournalEvent, redactor: Redactor): JournalEvent => {
  switch (event.event) {
    case 'exchange':
    case 'scenario-started':
    case 'attempted':
      return event;
    case 'run-started':
      return {
        ...event,
        target: redactor.value(event.target),
        command: redactor.value(event.command),
        settling: {
          ...event.settling,
          assumptions: redactor.value(event.settling.assumptions),
          expectedFailures: event.settling.expectedFailures.map((one) => ({
            ...one,
            reason: redactor.text(one.reason),
          })),
        },
        ...(event.settings !== undefined && { settings: redactor.value(event.settings) }),
      };
    case 'check': {
      return { ...event, outcome: redactOutcome(event.outcome, redactor) };
    }
    case 'observed':
      return { ...event, observation: redactor.text(event.observation) };
    case 'used-up':
    case 'unexpected':
      return { ...event, what: redactor.text(event.what) };
    case 'replayed':
    case 'scenario-finished':
    case 'run-finished':
      return event.reason === undefined ? event : { ...event, reason: redactor.text(event.reason) };
    default:
      return event satisfies never;
  }
};

const redactOutcome = (outcome: CheckOutcome, redactor: Redactor): CheckOutcome => {
  if (outcome.status === 'passed') return outcome;
  if (outcome.status === 'not-exercised') return { ...outcome, reason: redactor.text(outcome.reason) };
  const { replay } = outcome;
  const clean = redactedFinding(outcome, redactor);
  // Not before: an id is in lower case, and a secret in it would no longer be known as one.
  const found = { ...clean, cause: causeId(clean) };
  return replay === undefined ? found : { ...found, replay: { ...replay, plan: redactor.value(replay.plan) } };
};
