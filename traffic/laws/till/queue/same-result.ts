import { command, type Finding, isCommandKind } from '#schemas';
import type { TrafficOf } from '../../../till-traffic.ts';
import { failed, definePosLaw, passed, notExercised } from '../../define.ts';
import { excerpt } from '../../../retention/excerpt.ts';
import { preparedIn } from '../../../ledgers/till/prepared-bill.ts';
import { sinceActivation } from '../../since-activation.ts';
import { isSameResult, withoutMoment } from './business-result.ts';
import { type Lifecycle, isAccepted, isDeleted } from '../../../ledgers/till/messages.ts';

const id = 'queue/duplicate-same-result';

/** Endpoints › Queue delivery › 3: a message that comes again has the result it had, or none. */
export const sameResult = definePosLaw({
  id: 'queue/same-result',
  covers: [id],
  start: sinceActivation([id], ({ lifecycles }) => {
    return {
      see: (seen) =>
        lifecycles.add(seen).flatMap((lifecycle) => {
          if (seen.kind === 'receive' || lifecycle.callbacks.length === 0) return [];
          const finding = seen.kind === 'callback' ? differing(lifecycle, seen) : undefined;
          if (finding !== undefined) return [failed(id, finding)];
          return isRepeated(lifecycle) ? [passed(id)] : [];
        }),
      end: () => [notExercised(id, 'no message that was answered came again')],
    };
  }),
});

/** Answered twice, or delivered again and deleted without another word. */
const isRepeated = ({ callbacks, deliveries, deletes, ...lifecycle }: Lifecycle): boolean =>
  callbacks.length > 1 || (deliveries.length > 1 && isDeleted({ callbacks, deliveries, deletes, ...lifecycle }));

const differing = (
  { callbacks, deliveries, messageId, messageKind }: Lifecycle,
  now: TrafficOf<'callback'>,
): Finding | undefined => {
  // A result that was rejected has to be corrected, so it is another one.
  const [first, ...later] = callbacks.filter(({ status, unkept }) => status !== 400 && unkept !== true);
  if (first === undefined || !later.includes(now) || !isCommandKind(messageKind)) return undefined;
  const { again } = command(messageKind);
  switch (again) {
    case 'result':
      return another(messageKind, messageId, first, now);
    case 'success':
      return contradiction(messageKind, messageId, first, now);
    case 'bill':
      return (
        anotherBill(callbacks, now) ??
        (isTakenBefore(deliveries, first) ? contradiction(messageKind, messageId, first, now) : undefined)
      );
    case 'nothing':
      return undefined;
    default:
      return again satisfies never;
  }
};

type Compared = readonly [string, string, TrafficOf<'callback'>, TrafficOf<'callback'>];

const another = (...[messageKind, messageId, first, other]: Compared): Finding | undefined =>
  isSameResult(first.body, other.body)
    ? undefined
    : {
        message:
          'The till gave another business result for a message that was delivered again; keep the result of a messageId and send that same one, or nothing.',
        expected: `the result of ${messageKind} ${messageId} as before: ${excerptOf(first.body)}`,
        actual: excerptOf(other.body),
        exchanges: [first.exchange, other.exchange],
        cause: `${messageKind} ${isAccepted(other) ? 'accepted' : 'again'}`,
      };

/** The state of a command that only reads may have changed, but not that there is one. */
const contradiction = (...[messageKind, messageId, first, other]: Compared): Finding | undefined => {
  const [before, after] = [memberOf(first.body, 'success'), memberOf(other.body, 'success')];
  return before === after
    ? undefined
    : {
        message:
          'The till answered a message, and when it was delivered again it said the opposite; keep the result of a messageId and send that same one, or nothing.',
        expected: `success ${String(before)} for ${messageKind} ${messageId}, as before`,
        actual: `success ${String(after)}`,
        exchanges: [first.exchange, other.exchange],
        cause: `${messageKind} contradicted`,
      };
};

/** Nothing but its own answer made the till say something else: it was taken, and the message did not come again. */
const isTakenBefore = (deliveries: Lifecycle['deliveries'], first: TrafficOf<'callback'>): boolean =>
  isAccepted(first) && deliveries.every(({ at }) => at <= first.at);

/** A refusal says nothing of bills: by the time the message comes again there may be none. */
const anotherBill = (callbacks: Lifecycle['callbacks'], now: TrafficOf<'callback'>): Finding | undefined => {
  const first = callbacks.find(({ body }) => preparedIn(body) !== undefined);
  const [before, after] = [first && preparedIn(first.body), preparedIn(now.body)];
  if (first === undefined || after === undefined || before === after) return undefined;
  return {
    message:
      'A request for a bill that was delivered again was answered with another bill, so the platform would pay for one that may be void; answer with the bill that was prepared.',
    expected: `posBillId ${JSON.stringify(before)}, or no result`,
    actual: `posBillId ${JSON.stringify(after)}`,
    pointer: '/bill/posBillId',
    exchanges: [first.exchange, now.exchange],
    cause: 'another bill when delivered again',
  };
};

const memberOf = (value: unknown, key: string): unknown => (Object(value) as Readonly<Record<string, unknown>>)[key];

const excerptOf = (body: unknown): string => excerpt(withoutMoment(body));
