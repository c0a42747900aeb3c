import { isDeepStrictEqual } from 'node:util';
import { type Finding, parseTimestamp } from '#schemas';
import { excerpt } from '../../arrange/json-compare.ts';
import { readField } from '../../arrange/till/read-results.ts';
import type { TillTraffic } from '../../context/pos.ts';
import { deliveriesIn, type Handling, handlingsIn, isAccepted, ofKind } from '#traffic/laws';

/** Callbacks about a message that was never delivered, or of another kind than it, and calls that look like callbacks. */
export const strayCallbacks = (traffic: readonly TillTraffic[]): readonly Finding[] => {
  const kinds = new Map(deliveriesIn(traffic).map(({ messageId, messageKind }) => [messageId, messageKind]));
  const callbacks = ofKind(traffic, 'callback').flatMap((callback) => {
    const { messageId, messageKind, exchange } = callback;
    const kind = kinds.get(messageId);
    if (kind === messageKind) return [];
    return [
      {
        message:
          kind === undefined
            ? 'The till sent a result about a message it never got; the last part of the path is the messageId of the envelope.'
            : 'The till sent a result under another kind; the path names the kind of the message that is answered.',
        expected: kind === undefined ? 'the messageId of a delivered message' : `…/async/${kind}/${messageId}`,
        actual: `…/async/${messageKind}/${messageId}`,
        exchanges: [exchange],
        cause: kind === undefined ? 'unknown message' : `another kind for ${kind}`,
      },
    ];
  });
  const elsewhere = ofKind(traffic, 'unknown-path')
    .filter(({ path }) => path.includes('/async/'))
    .map(({ method, path, exchange }) => ({
      message: 'A call looks like a result but goes to no callback address.',
      expected: 'POST /merchant/v1/async/{messageKind}/{messageId}',
      actual: `${method} ${path}`,
      exchanges: [exchange],
      cause: 'callback path',
    }));
  return [...callbacks, ...elsewhere];
};

/**
 * Results of one group that came against the order of sending. Only the first result of each message counts, and only
 * where the later message's was answered before the earlier one's arrived: callbacks under way at the same time may
 * overtake each other on the network.
 */
export const outOfOrder = (traffic: readonly TillTraffic[]): readonly Finding[] =>
  [...Map.groupBy(handlingsIn(traffic), ({ groupId }) => groupId).values()].flatMap((handlings) => {
    const answered = handlings.flatMap(({ messageId, messageKind, callbacks: [first] }) =>
      first ? [{ messageId, messageKind, first }] : [],
    );
    return answered.flatMap((earlier, index) => {
      const overtaker = answered.slice(index + 1).find((later) => later.first.answeredAt < earlier.first.at);
      if (overtaker === undefined) return [];
      return [
        {
          message:
            'The till answered messages of one group in another order than they were sent; handle a group one message after the other.',
          expected: `${earlier.messageKind} ${earlier.messageId} before ${overtaker.messageKind} ${overtaker.messageId}`,
          actual: `it came ${earlier.first.at - overtaker.first.answeredAt} ms after`,
          exchanges: [overtaker.first.exchange, earlier.first.exchange],
          cause: 'overtaken',
        },
      ];
    });
  });

/** Kinds whose result tells of something done; the others read a state that may have changed in between. */
const effectful: readonly string[] = ['OrderSubmissionRequested', 'BillPaymentCompleted', 'Test'];

/** Second results for a message that are not the business result the platform had accepted. */
export const otherResults = (traffic: readonly TillTraffic[]): readonly Finding[] =>
  handlingsIn(traffic)
    .filter(({ messageKind }) => effectful.includes(messageKind))
    .flatMap((handling) => otherResult(handling) ?? []);

export const otherResult = ({ callbacks, messageId, messageKind }: Handling): Finding | undefined => {
  // A result that was rejected has to be corrected, so it is another one.
  const said = callbacks.filter(({ status }) => status !== 400);
  const [first] = said;
  const other = first && said.find(({ body }) => !isSameResult(first.body, body));
  if (first === undefined || other === undefined) return undefined;
  return {
    message:
      'The till gave another business result for a message that was delivered again; keep the result of a messageId and send that same one, or nothing.',
    expected: `the result of ${messageKind} ${messageId} as before: ${excerpt(businessOf(first.body))}`,
    actual: excerpt(businessOf(other.body)),
    exchanges: [first.exchange, other.exchange],
    cause: `${messageKind} ${isAccepted(other) ? 'accepted' : 'again'}`,
  };
};

/** Second results of a command that only reads: the state may have changed, but not that there is one. */
export const contradiction = ({ callbacks, messageId, messageKind }: Handling): Finding | undefined => {
  const said = callbacks.filter(({ status }) => status !== 400);
  const [first] = said;
  const other = first && said.find(({ body }) => successOf(body) !== successOf(first.body));
  if (first === undefined || other === undefined) return undefined;
  return {
    message:
      'The till answered a message, and when it was delivered again it said the opposite; keep the result of a messageId and send that same one, or nothing.',
    expected: `success ${String(successOf(first.body))} for ${messageKind} ${messageId}, as before`,
    actual: `success ${String(successOf(other.body))}`,
    exchanges: [first.exchange, other.exchange],
    cause: `${messageKind} contradicted`,
  };
};

const successOf = (body: unknown): unknown => readField(body, 'success');

/** The same whatever the order of keys and elements, and whenever it was written. */
export const isSameResult = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(businessOf(one), businessOf(other));

/** State at the time of answering, and positions in it: they move on although the result stays. */
const ofTheMoment: readonly string[] = ['tableOrderSnapshot', 'currentSnapshot', 'checkpoint', 'updatedAt'];

const businessOf = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(businessOf).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (isTime(value)) return 'a time';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ofTheMoment.includes(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, businessOf(inner)]),
  );
};

/** A timestamp, or so many milliseconds since 1970 that it can be nothing else: a price has fewer digits. */
const isTime = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('T') && parseTimestamp(value) !== undefined
    : typeof value === 'number' && value > 1e12;
