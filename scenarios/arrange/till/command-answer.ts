import type { CheckOutcome, Finding } from '#schemas';
import { failed, notExercised } from '../../outcome.ts';
import { excerpt } from '../json-compare.ts';
import { momentOf, ofKind, lifecyclesIn } from '#traffic/laws';
import { awaitCallback, isGivenUp, soonMs } from './awaited-callback.ts';
import type { CallbackAnswer, CommandToSend, PosWorld, SentCommand } from '../../context/pos.ts';
import type { TillTraffic } from '#traffic';
import type { Clock } from '../../context/merchant.ts';

export type CommandWorld = Pick<PosWorld, 'till' | 'clock' | 'patienceMs' | 'outOfTime'>;

export interface Answered {
  readonly kind: 'answered';
  readonly body: unknown;
  readonly exchange: number;
  readonly sent: SentCommand;
}

/** Why there is no answer to read. */
export type Unanswered =
  | { readonly kind: 'silent'; readonly finding: Finding }
  /** It does not get to new messages any more; whoever was first to notice why has said so. */
  | { readonly kind: 'stopped'; readonly reason: string };

/** Sends a command and waits for its callback, whatever the platform thinks of that callback; `answers` are for the first of them. */
export const ask = async (
  world: CommandWorld,
  command: CommandToSend,
  answers: readonly CallbackAnswer[] = [],
): Promise<Answered | Unanswered> => {
  const stopped = world.outOfTime?.() ?? stoppedPolling(world);
  if (stopped !== undefined) return { kind: 'stopped', reason: stopped };
  const { till, clock, patienceMs } = world;
  const never = neverAnswered(till.traffic(), command.messageKind, { now: clock.now(), patienceMs });
  if (never !== undefined) return { kind: 'silent', finding: never };
  const from = till.mark();
  const sent = await till.send(command);
  if (answers.length > 0) till.answerCallbacks(sent.messageId, answers);
  const { callback, busy = stoppedByFailedPayment(world) } = await awaitCallback(world, sent, from);
  if (callback) return { kind: 'answered', body: callback.body, exchange: callback.exchange, sent };
  return busy === undefined
    ? { kind: 'silent', finding: silence(world, sent, from, command) }
    : { kind: 'stopped', reason: busy };
};

/** For the requirement that is about this very answer. */
export const unanswered = (answer: Unanswered): CheckOutcome =>
  answer.kind === 'silent' ? failed(answer.finding) : notExercised(answer.reason);

/** For a requirement to which the answer would only have led. */
export const unreached = (answer: Unanswered, what: string): CheckOutcome =>
  notExercised(answer.kind === 'silent' ? `${what} was not answered` : answer.reason);

/** A message without a result can stop a till unseen; one that would poll had this command to return with. */
const stoppedByFailedPayment = ({ till }: CommandWorld): string | undefined => {
  const polls = ofKind(till.traffic(), 'receive');
  const last = polls.findLast(({ messages }) =>
    messages.some(({ messageKind }) => messageKind === 'BillPaymentFailed'),
  );
  // One that brought it at once began and ended in the same millisecond.
  return last === undefined || polls.some(({ n, at }) => n > last.n && at >= last.endedAt)
    ? undefined
    : 'the till stopped polling after BillPaymentFailed (see queue/long-polling)';
};

const silence = (
  { till, patienceMs }: CommandWorld,
  sent: SentCommand,
  from: number,
  { payload }: CommandToSend,
): Finding => {
  const since = till.traffic().filter(({ n }) => n >= from);
  const received = since.find(
    (seen) => seen.kind === 'receive' && seen.messages.some(({ messageId }) => messageId === sent.messageId),
  );
  const deleted = since.find((seen) => seen.kind === 'delete' && seen.messageId === sent.messageId);
  const stray = since.find((seen) => seen.kind === 'unknown-path');
  const calls = [received, deleted, stray].flatMap((seen) => (seen === undefined ? [] : [seen.exchange]));
  const fate =
    received === undefined
      ? 'the message was not received, and no callback came'
      : `the message was received${deleted ? ' and deleted' : ''}, but no callback came`;
  return {
    message: `${sent.messageKind} was not answered; send the result to the callback address of its messageId, also when it is a failure.`,
    expected: `POST …/async/${sent.messageKind}/${sent.messageId} within ${patienceMs / 1000} s`,
    actual: `${stray === undefined ? fate : `${fate}; a call went to the unknown path ${stray.path}`}. Its payload: ${excerpt(payload)}`,
    ...(calls.length > 0 && { exchanges: calls }),
    cause: `no answer to ${sent.messageKind}`,
  };
};

/** Endpoints › Queue delivery › 4: a long poll lasts 20 s, and an open one cannot be seen. */
const longPollMs = 20_000;

/** A till that has died is not waited for over and over. */
const stoppedPolling = ({ till, clock, patienceMs }: CommandWorld): string | undefined => {
  const last = till.traffic().findLast(({ kind }) => kind === 'receive' || kind === 'callback' || kind === 'delete');
  if (last === undefined) return undefined;
  const quietMs = clock.now() - momentOf(last);
  return quietMs > longPollMs + patienceMs
    ? `the till has not polled its queue for ${Math.round(quietMs / 1000)} s`
    : undefined;
};

interface Waited {
  readonly now: number;
  readonly patienceMs: number;
}

/** So many messages of a kind are waited for; of a till that has answered nothing at all, one of each kind. */
const mostAsked = { answersOthers: 2, answersNothing: 1 } as const;
/** From sending a message, when the waiting begins, to its delivery. */
const deliveryMs = 1_000;

/**
 * What is wrong with a till of which it is certain that it answers nothing of a kind: it is not asked for it again. A message
 * in a group of its own is one that was asked by itself.
 */
export const neverAnswered = (
  traffic: readonly TillTraffic[],
  messageKind: string,
  { now, patienceMs }: Waited,
): Finding | undefined => {
  const lifecycles = lifecyclesIn(traffic);
  const answered = lifecycles.filter(({ callbacks }) => callbacks.length > 0);
  if (answered.some((one) => one.messageKind === messageKind)) return undefined;
  const { length } = lifecycles.filter(
    (one) =>
      one.messageKind === messageKind &&
      one.groupId === one.messageId &&
      (isGivenUp(one, traffic, now) || one.deliveries.some(({ at }) => now - at >= patienceMs - deliveryMs)),
  );
  if (length < (answered.length > 0 ? mostAsked.answersOthers : mostAsked.answersNothing)) return undefined;
  return {
    message: `No ${messageKind} was ever answered, so the till was not asked for it again; send the result to the callback address of its messageId, also when it is a failure.`,
    expected: `POST …/async/${messageKind}/{messageId} within ${patienceMs / 1000} s`,
    actual: `${length} received, none answered`,
    cause: `no answer to ${messageKind}`,
  };
};

const mostAttempts = 3;

/** A failure that the till itself calls temporary says nothing yet, so it is asked again; the last answer when it never passes. */
export const askPastFailures = async <Seen>(
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal },
  ask: () => Promise<Seen>,
  isPassing: (seen: Seen) => boolean,
): Promise<Seen> => {
  for (let attempt = 1; ; attempt++) {
    const seen = await ask();
    if (!isPassing(seen) || attempt === mostAttempts) return seen;
    await clock.sleep(soonMs, signal);
  }
};
