import type { Clock } from '#mocks/time';
import type { CheckOutcome } from '#schemas';
import { unpolledMs } from '#traffic/laws';
import type { PosTriggerInputs, TillPort, TrafficOf, TriggerPort } from '#scenarios';
import type { StartedTill } from '../targets/till-process.ts';
import type { PollLiveness } from '../ports/till/poll-liveness.ts';
import { type Ended, refusedSo } from './open-run.ts';

/** A till that takes its time after its trigger has answered. */
const afterTriggerMs = 60_000;
/** After an activation call that was refused. */
const afterRefusalMs = 15_000;
/** Somebody has to read the PIN and walk to the till. */
const byHandMs = 5 * 60_000;

export interface ActivationDeps {
  readonly till: TillPort;
  readonly triggers: TriggerPort<PosTriggerInputs>;
  readonly clock: Clock;
  readonly pollLiveness: PollLiveness;
  readonly announce: (text: string) => void;
  /** Whether the till was given a PIN as it was started. */
  readonly activatesItself: boolean;
  readonly started: StartedTill['ended'] | undefined;
  readonly hasFailed: () => boolean;
  readonly report: (outcome: CheckOutcome) => void;
}

/** Sees to it that the till is active; a run with a till that is not ends here. */
export const activateTill = async (deps: ActivationDeps): Promise<Ended | undefined> => {
  const { till, pollLiveness } = deps;
  const isActive = till.traffic().some((seen) => seen.kind === 'activation' && seen.success);
  const failure = isActive ? undefined : await orEnded(deps.started, activate(deps));
  if (failure !== undefined)
    // What its activation calls did wrong is a verdict; a till that never called gives none.
    return deps.hasFailed() ? { ended: 'completed' } : { ended: 'not-judged', reason: failure };
  pollLiveness.activated();
  if (await pollLiveness.polls(unpolledMs)) return undefined;
  // A till that does nothing at all was not activated by its success, and may have been told so.
  if (isAlive(till.traffic()) || !deps.hasFailed()) deps.report(neverPolled(till.traffic()));
  return refusedSo('the till was activated and never asked its queue for a message.');
};

/** What has ended will not activate any more, however long it is waited for. */
const orEnded = async (started: StartedTill['ended'] | undefined, activated: Promise<string | undefined>) => {
  const failed = started?.then(({ how, isFailure }) =>
    isFailure
      ? `The till that was started ${how} before it was activated; target.log has what it wrote (pos.command).`
      : activated,
  );
  return await Promise.race([activated, ...(failed === undefined ? [] : [failed])]);
};

const activate = async ({ till, triggers, announce, activatesItself }: ActivationDeps): Promise<string | undefined> => {
  const { platformUrl, merchantTaxId } = till;
  const isSuccess = ({ success }: TrafficOf<'activation'>): boolean => success;
  if (activatesItself) {
    const activation = await till.next('activation', { matches: isSuccess, from: 0, withinMs: afterTriggerMs });
    const tooLate = `The till was started with its PIN and did not activate within ${afterTriggerMs / 1000} s (pos.command, pos.image).`;
    return activation === undefined ? tooLate : undefined;
  }
  const from = till.mark();
  const pinCode = till.issuePin();
  const input = { platformUrl, merchantTaxId, pinCode };
  const byTrigger = triggers.has('activatePos');
  if (byTrigger) {
    const fired = await triggers.fire('activatePos', input, (limitMs) =>
      till.next('activation', { from, matches: ({ body }) => Object(body).pinCode === pinCode, withinMs: limitMs }),
    );
    if (fired.kind === 'unavailable') return `The till could not be activated: ${fired.reason} (${fired.unlock}).`;
  } else {
    announce(
      `Activate the till now: platform ${platformUrl}, tax id ${merchantTaxId}, PIN ${pinCode} (${byHandMs / 60_000} minutes left).`,
    );
  }
  const withinMs = byTrigger ? afterTriggerMs : byHandMs;
  const call = async (success: boolean, limitMs: number) =>
    await till.next('activation', { matches: (one) => one.success === success, from, withinMs: limitMs });
  // A person may mistype a PIN; a till that was given it calls wrongly, and may catch itself with another call.
  const refused = byTrigger
    ? call(false, withinMs).then(async (one) => one && (await call(true, afterRefusalMs)))
    : undefined;
  const activation = await Promise.race([call(true, withinMs), ...(refused ? [refused] : [])]);
  if (activation !== undefined) return undefined;
  const tried = till.traffic().some(({ kind, n }) => kind === 'activation' && n >= from);
  const seconds = withinMs / 1000;
  return tried
    ? `The till called the platform to activate, but not with the tax id and PIN it was given, within ${seconds} s (pos.merchantTaxId).`
    : `The till did not activate within ${seconds} s: no activation call reached ${platformUrl} (triggers.activatePos, platform.publicUrl).`;
};

/** Whether it did anything since its first success. */
const isAlive = (traffic: ReturnType<TillPort['traffic']>): boolean => {
  const activation = traffic.find((seen) => seen.kind === 'activation' && seen.success);
  return traffic.some(({ kind, n }) => kind !== 'activation' && activation !== undefined && n > activation.n);
};

const neverPolled = (traffic: ReturnType<TillPort['traffic']>): CheckOutcome => {
  const asked = traffic.some(({ kind }) => kind === 'unknown-path');
  return {
    status: 'failed',
    message:
      'The till was activated, but no call to its queue ever reached the platform. Most likely its SDK takes the host from the ' +
      'region instead of the queue URL and calls AWS: boto3, the Go SDK and current PHP SDKs do, unless an endpoint is set. ' +
      'Set AWS_ENDPOINT_URL_SQS to the platform’s address, or endpoint_url (boto3), BaseEndpoint (Go), endpoint (PHP) to the ' +
      'origin of the queue URL.',
    expected: 'receive calls to queueConfiguration.queueUrl right after activation, one after the other',
    actual: `no queue call within ${unpolledMs / 1000} s${asked ? ', but calls to paths the platform does not serve' : ''}`,
    cause: 'never polled',
  };
};
