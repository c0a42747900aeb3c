import type { Finding, PosRequirementId } from '#schemas';
import type { TillTraffic } from '#traffic';
import type { Step } from './plans.ts';
import { readSubmission } from '../../arrange/till/read-results.ts';
import {
  acceptedOf,
  calls,
  deletedTimes,
  exchangesOf,
  lifecyclesIn,
  isAccepted,
  isDeleted,
  isForGood,
  type Lifecycle,
  visibilityMs,
  watch,
} from '#traffic/laws';
import { type ObservedChange, timesApplied } from '../../arrange/till/order-effects.ts';
import { leavesSome } from './settlement.ts';
import { type AtRest, endsThere, lostIn, type Posted } from './schedule-rest.ts';

/** What a till owes, whatever else happens at the same time, and what cannot be told by watching alone. */
export const owed = [
  'queue/duplicate-not-applied',
  'queue/idempotency-key',
  'queue/result-not-lost',
  'queue/rejected-result-stays-open',
  'queue/survives-queue-faults',
] as const satisfies readonly PosRequirementId[];
export type Owed = (typeof owed)[number];

/** The obligations a schedule gives a till occasion to break. */
export const triedIn = (schedule: readonly Step[]): readonly Owed[] => {
  const some = (says: (step: Step) => boolean): boolean => schedule.some(says);
  const repeated = some(isRepeated);
  const occasions: Readonly<Record<Owed, boolean>> = {
    'queue/duplicate-not-applied': repeated,
    'queue/idempotency-key':
      schedule.findLastIndex(({ asks }) => asks === 'order again') >
      schedule.findIndex(({ asks }) => asks.startsWith('order')),
    'queue/result-not-lost': some((step) => step.results.length > 0 && !endsThere(step)),
    'queue/rejected-result-stays-open': some(({ results }) => results.includes('answered 400')),
    'queue/survives-queue-faults': some(({ queue }) => queue !== 'none'),
  };
  return owed.filter((id) => occasions[id]);
};

const isRepeated = ({ asks, again, results, queue }: Step): boolean =>
  asks === 'same message' ||
  queue === 'deletions fail' ||
  (asks.startsWith('order') && (again !== 'no' || results.length > 0));

/** An obligation that was not met. */
export interface Breach {
  readonly requirement: Owed;
  readonly finding: Finding & { readonly cause: string };
  /** Whether repeats and retries came at the same time, so that it may be either that was applied again. */
  readonly isEither?: boolean;
  /** Whether it was counted on the table, where a waiter may be at work too. */
  readonly isCounted?: true;
}

/**
 * The first obligation a till did not meet in a schedule, from what was recorded alone and how the table grew. What the
 * till does about a message it was answered 400 or 404 for is its own choice.
 */
export const breachIn = (rest: AtRest, control: ObservedChange, observed: ObservedChange): Breach | undefined => {
  const { traffic, posted } = rest;
  const own = new Set(posted.map(({ messageId }) => messageId));
  const lifecycles = lifecyclesIn(traffic).filter(({ messageId }) => own.has(messageId));
  return lost(rest, lifecycles) ?? kept(rest, lifecycles) ?? appliedAgain(rest, lifecycles, { control, observed });
};

/** A message whose result never came, or never came again after nobody had taken it. */
const lost = ({ open, posted, traffic }: AtRest, lifecycles: readonly Lifecycle[]): Breach | undefined => {
  const neverSeen = lostIn(traffic);
  const unanswered = open.flatMap(({ messageId, messageKind, step }) => {
    const lifecycle = lifecycles.find((one) => one.messageId === messageId);
    const seen = lifecycle?.deliveries.some(({ receiptHandle }) => !neverSeen.has(receiptHandle)) ?? false;
    // A retry may be passed over, and so may what was answered for good.
    if (lifecycle === undefined || !seen || step.asks === 'order again' || endsThere(step)) return [];
    // Deleted without a result, or with one under another id, is told by laws, whatever the schedule.
    if (lifecycle.callbacks.length === 0 && isDeleted(lifecycle)) return [];
    // What the platform refuses by itself is charged for what is wrong with it.
    if (lifecycle.callbacks.some(isForGood)) return [];
    return acceptedOf(lifecycle) ? [] : [{ lifecycle, messageKind }];
  });
  const [first] = unanswered;
  if (first === undefined) return undefined;
  const { lifecycle, messageKind } = first;
  const deleted = isDeleted(lifecycle);
  return {
    requirement: lifecycle.callbacks.length > 0 ? 'queue/result-not-lost' : whoseSilence(posted),
    finding: {
      expected: `a result of ${messageKind} that is answered 204`,
      actual: `${lifecycle.deliveries.length} deliveries, ${lifecycle.callbacks.length} callbacks, none taken; the message was ${deleted ? 'deleted' : 'left in the queue'}`,
      exchanges: lifecycle.callbacks.slice(0, 3).map(({ exchange }) => exchange),
      cause: deleted ? 'deleted without a result in a mixed schedule' : 'no result in a mixed schedule',
    },
  };
};

/** A till that answers nothing at all any more has stopped at something. */
const whoseSilence = (posted: readonly Posted[]): Owed => {
  if (posted.some(({ step }) => step.results.includes('answered 400'))) return 'queue/rejected-result-stays-open';
  return posted.some(({ step }) => step.queue !== 'none') ? 'queue/survives-queue-faults' : 'queue/result-not-lost';
};

/** A till that answered just before, and answers nothing any more after what it was done with. */
export const silenceAfter = ({ posted }: AtRest, finding: Finding): Breach => ({
  requirement: whoseSilence(posted),
  finding: {
    ...finding,
    message: `The till stopped answering after a mix of commands, repeats and faults: ${finding.message}`,
    cause: 'silent after a mixed schedule',
  },
});

/** A message that was delivered again, and that nobody tried to delete then. */
const kept = ({ open, traffic, deletedKinds }: AtRest, lifecycles: readonly Lifecycle[]): Breach | undefined => {
  const neverSeen = lostIn(traffic);
  for (const { messageId, step, deletions } of open) {
    const lifecycle = lifecycles.find((one) => one.messageId === messageId);
    const last = lifecycle?.deliveries.findLast(({ receiptHandle }) => !neverSeen.has(receiptHandle));
    if (lifecycle === undefined || last === undefined || endsThere(step) || lifecycle.deliveries.length < 2) continue;
    // A till that deletes no message of this kind at all is told so for the first delivery of one.
    const { messageKind } = lifecycle;
    if (leavesSome(traffic, messageKind)) continue;
    const isKindDeleted = lifecycles.some((other) => other.messageKind === messageKind && isDeleted(other));
    if (!isKindDeleted && !deletedKinds.has(messageKind)) continue;
    if (deletedTimes(lifecycle) >= deletions || lifecycle.deletes.some(({ at }) => at >= last.at)) continue;
    return {
      requirement: 'queue/duplicate-not-applied',
      finding: {
        expected: `DeleteMessage for the last delivery of ${messageId}`,
        actual: `${lifecycle.deliveries.length} deliveries, ${lifecycle.deletes.length} deletions, none since the last`,
        exchanges: exchangesOf(lifecycle),
        cause: 'duplicate not deleted in a mixed schedule',
      },
    };
  }
  return undefined;
};

const appliedAgain = (
  { posted, steps }: AtRest,
  lifecycles: readonly Lifecycle[],
  { control, observed }: { readonly control: ObservedChange; readonly observed: ObservedChange },
): Breach | undefined => {
  const orders = Map.groupBy(
    posted.filter(({ messageKind }) => messageKind === 'OrderSubmissionRequested'),
    ({ idempotencyKey }) => idempotencyKey,
  );
  const callbacksOf = ({ messageId }: Posted) => lifecycles.find((one) => one.messageId === messageId)?.callbacks ?? [];
  const countOf = (says: (results: readonly boolean[]) => boolean): number =>
    [...orders.values()].filter((messages) =>
      says(
        messages.flatMap((message) => callbacksOf(message).map(({ body }) => readSubmission(body).success === true)),
      ),
    ).length;
  // What was never answered for may have been applied once.
  const most = countOf((results) => results.length === 0 || results.includes(true));
  const times = timesApplied(control, observed, most);
  if (times === undefined || times <= most) return undefined;
  // Before these steps there was nothing to be seen of it, so they are what did it.
  const retried = steps.some(({ asks }) => asks === 'order again');
  return {
    isEither: retried && steps.some(isRepeated),
    isCounted: true,
    requirement: retried ? 'queue/idempotency-key' : 'queue/duplicate-not-applied',
    finding: {
      expected: `${most} ${most === 1 ? 'order' : 'orders'} applied once each`,
      actual: `the table grew by ${times}; results accepted: ${lifecycles.flatMap(({ callbacks }) => callbacks.filter(isAccepted)).length}`,
      exchanges: lifecycles
        .filter(({ messageKind }) => messageKind === 'OrderSubmissionRequested')
        .flatMap(exchangesOf),
      cause: `${retried ? 'retry' : 'duplicate'} applied again in a mixed schedule`,
    },
  };
};

/** A schedule in words, for whoever reads the finding. */
export const inWords = (schedule: readonly Step[]): string =>
  schedule
    .map(({ asks, group, results, again, queue, waits, which }) =>
      [
        asks === 'order again' || asks === 'same message' ? `${asks} of ${which + 1}` : `${asks} in group ${group + 1}`,
        ...(waits ? ['after what came before'] : []),
        ...(results.length > 0 ? [`its result ${results.join(', then ')}`] : []),
        ...(again === 'no' ? [] : [`delivered again ${again}`]),
        ...(queue === 'none' ? [] : [queue]),
      ].join(', '),
    )
    .join('; ');

/** What is owed as well, and told by watching. */
export const watched = [
  'queue/group-order',
  'queue/delete-after-callback',
  'queue/duplicate-same-result',
] as const satisfies readonly PosRequirementId[];

/**
 * Whether a law tells of something wrong with these messages: what else is wrong then may only follow from it. They were
 * all sent in this traffic, so that nothing before it says anything of them.
 */
export const isToldByLaw = (activation: TillTraffic, { posted, traffic }: AtRest): boolean => {
  const own = new Set(posted.map(({ messageId }) => messageId));
  const { see, end } = watch([calls], watchSettings);
  see(activation);
  const said = [...traffic.flatMap((seen) => see(onlyOf(own, seen))), ...end(Number.POSITIVE_INFINITY)];
  return said.some(
    ({ requirement, outcome }) => outcome.status === 'failed' && watched.some((one) => one === requirement),
  );
};

const onlyOf = (own: ReadonlySet<string>, seen: TillTraffic): TillTraffic =>
  seen.kind === 'receive' ? { ...seen, messages: seen.messages.filter(({ messageId }) => own.has(messageId)) } : seen;

const watchSettings = { healthIntervalMs: Number.POSITIVE_INFINITY, visibilityMs, signatures: false };
