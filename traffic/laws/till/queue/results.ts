import { command, isCommandKind } from '#schemas';
import type { Sight } from '../../../evidence/row.ts';
import { waitedFor } from '../../../ledgers/till/habits.ts';
import {
  acceptedOf,
  answerPatienceMs,
  deletionOf,
  isAccepted,
  isDeleted,
  isForGood,
  type Lifecycle,
} from '../../../ledgers/till/messages.ts';
import { preparedIn } from '../../../ledgers/till/prepared-bill.ts';
import { excerpt } from '../../../retention/excerpt.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { TrafficOf } from '../../../till-traffic.ts';
import { byMessage, type CallRow } from '../law-of-rows.ts';
import { isSameResult, withoutMoment } from './business-result.ts';

type Callback = TrafficOf<'callback'>;

interface Answered {
  readonly place: number;
  readonly named: string;
  readonly answeredAt: number;
  readonly exchange: number;
}

/** So many of a group that were answered last are compared with. */
const mostAnswered = 100;
const answeredBytes = 200;

/** The results of messages, among each other and against their deletion. */
export const results: readonly CallRow[] = [
  {
    // Results of one group come in the order of sending. Only the first of each message counts, and only where that of the later
    // message was answered before that of the earlier one arrived: callbacks under way at once may overtake each other.
    requirement: 'queue/group-order',
    cause: 'overtaken',
    look: (_, budget) => {
      const groups = createMemory<readonly Answered[]>(budget, { weigh: ({ length }) => length * answeredBytes });
      return ({ seen, about: [lifecycle] }) => {
        if (seen.kind !== 'callback' || lifecycle === undefined || lifecycle.callbacks.length > 1) return undefined;
        const { place, groupId, messageKind, messageId } = lifecycle;
        const { answeredAt, exchange, at } = seen;
        const answered = groups.get(groupId) ?? [];
        const named = `${messageKind} ${messageId}`;
        groups.set(groupId, [...answered, { place, named, answeredAt, exchange }].slice(-mostAnswered));
        const overtaker = answered.find((other) => other.place > place && other.answeredAt < at);
        if (overtaker === undefined) return answered.length > 0 ? 'passed' : undefined;
        const actual = `it came ${at - overtaker.answeredAt} ms after`;
        return {
          exchanges: [overtaker.exchange, exchange],
          expected: `${named} before ${overtaker.named}`,
          actual,
        };
      };
    },
  },
  {
    // Endpoints › Queue delivery › 3: a message that comes again has the result it had, or none.
    requirement: 'queue/duplicate-same-result',
    cause: 'another bill when delivered again',
    look:
      () =>
      ({ seen, about }) =>
        about.flatMap((lifecycle): readonly (Sight | 'passed')[] => {
          const { callbacks, deliveries } = lifecycle;
          if (seen.kind === 'receive' || callbacks.length === 0) return [];
          const sight = seen.kind === 'callback' ? differing(lifecycle, seen) : undefined;
          if (sight !== undefined) return [sight];
          return callbacks.length > 1 || (deliveries.length > 1 && isDeleted(lifecycle)) ? ['passed'] : [];
        }),
  },
  {
    // Endpoints › Queue delivery › 4: deleted based on the callback response, which an error is not, nor none at all. That a result
    // never comes again is only told by asking for it; that it cannot is told by the deletion.
    requirement: 'queue/result-not-lost',
    // A till may keep a result and send it later, and go on trying; it is given as long each time as for any answer.
    dueMs: answerPatienceMs,
    isEnough: (_, { till: { habits } }) => !habits.deletesEarly(),
    look: () => byMessage(lostIn),
  },
];

/** Deleted once a callback had failed, and nobody ever took a result. What was refused for good is the till's to leave. */
const lostIn = (lifecycle: Lifecycle): Sight | undefined => {
  const { messageId, messageKind, callbacks } = lifecycle;
  const deletion = deletionOf(lifecycle);
  if (messageKind === 'Test' || deletion === undefined || acceptedOf(lifecycle) !== undefined) return undefined;
  if (callbacks.some(isForGood) || !callbacks.some((callback) => waitedFor(callback, deletion))) return undefined;
  return {
    unlike: messageId,
    at: Math.max(deletion.at, callbacks.at(-1)?.answeredAt ?? 0),
    expected: `a result of ${messageKind} that is answered 204 before ${messageId} is deleted`,
    actual: `${callbacks.length} callbacks, answered ${callbacks.map(({ status }) => status ?? 'not at all').join(', ')}, and the deletion`,
    exchanges: [...callbacks.slice(0, 3).map(({ exchange }) => exchange), deletion.exchange],
    cause: `${messageKind} deleted without a result`,
  };
};

const differing = ({ callbacks, deliveries, messageId, messageKind }: Lifecycle, now: Callback): Sight | undefined => {
  // A result that was rejected has to be corrected, so it is another one.
  const [first, ...later] = callbacks.filter(({ status, unkept }) => status !== 400 && unkept !== true);
  if (first === undefined || !later.includes(now) || !isCommandKind(messageKind)) return undefined;
  const { again } = command(messageKind);
  const sight = { exchanges: [first.exchange, now.exchange] };
  if (again === 'nothing' || (again === 'result' && isSameResult(first.body, now.body))) return undefined;
  if (again === 'result')
    return {
      ...sight,
      message:
        'The till sent another business result for a message that was delivered again; store the result of each messageId, and send it again or send nothing.',
      expected: `the result of ${messageKind} ${messageId} as before: ${excerptOf(first.body)}`,
      actual: excerptOf(now.body),
      cause: `${messageKind} ${isAccepted(now) ? 'accepted' : 'again'}`,
    };
  const bill = again === 'bill' ? anotherBill(callbacks, now) : undefined;
  if (bill !== undefined) return bill;
  // By the time its message comes again there may be no bill; one that was taken is not refused in the next breath.
  const mayBeRefused = again === 'bill' && !(isAccepted(first) && deliveries.every(({ at }) => at <= first.at));
  // The state of a command that only reads may have changed, but not that there is one.
  const [before, after] = [first, now].map(({ body }): unknown => Object(body).success);
  if (before === after || mayBeRefused) return undefined;
  return {
    ...sight,
    expected: `success ${String(before)} for ${messageKind} ${messageId}, as before`,
    actual: `success ${String(after)}`,
    cause: `${messageKind} contradicted`,
  };
};

/** A refusal says nothing of bills: by the time the message comes again there may be none. */
const anotherBill = (callbacks: Lifecycle['callbacks'], now: Callback): Sight | undefined => {
  const first = callbacks.find(({ body }) => preparedIn(body) !== undefined);
  const [before, after] = [first && preparedIn(first.body), preparedIn(now.body)];
  if (first === undefined || after === undefined || before === after) return undefined;
  return {
    expected: `posBillId ${JSON.stringify(before)}, or no result`,
    actual: `posBillId ${JSON.stringify(after)}`,
    pointer: '/bill/posBillId',
    exchanges: [first.exchange, now.exchange],
  };
};

const excerptOf = (body: unknown): string => excerpt(withoutMoment(body));
