import { messageIdIn, messageIdOf, onCall, onMailbox } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { believing, failed, isAbout } from '#mocks/pos/faults/queue';
import { isObject, parseJson } from '#mocks/json';
import type { Delivery } from '#mocks/pos/queue/mailbox';
import type { CommandKind } from '#schemas';
import { dazedBy } from '../dazed.ts';

/** Once a callback about such a message was not taken it is left, however often it comes. */
const leavingUntaken =
  (kind: CommandKind): TillDecorator =>
  (parts) => {
    const untaken = new Set<string>();
    return {
      call: async (call, transmit) => {
        const answer = await parts.call(call, transmit);
        if (call.kind !== 'callback' || !call.path.includes(`/${kind}/`) || !failed(answer)) return answer;
        untaken.add(messageIdOf(call));
        // As if nothing could be done about it.
        return { ...answer, status: 422 };
      },
      ...onMailbox((mailbox) => ({
        receive: async (wish, signal) => {
          const deliveries = await mailbox.receive(wish, signal);
          return deliveries.filter((delivery) => !untaken.has(messageIdIn(delivery)));
        },
      }))(parts),
    };
  };

/** Orders of several items are left, however often they come. */
const leavingLargeOrders: TillDecorator = onMailbox((mailbox) => ({
  receive: async (wish, signal) => (await mailbox.receive(wish, signal)).filter((delivery) => !isLarge(delivery)),
}));

const isLarge = ({ body }: Delivery): boolean => {
  const envelope = parseJson(body);
  if (!isObject(envelope) || envelope['messageKind'] !== 'OrderSubmissionRequested') return false;
  const { payload } = envelope;
  return isObject(payload) && Array.isArray(payload['items']) && payload['items'].length > 1;
};

const isRejection: Parameters<typeof dazedBy>[0] = ({ kind }, { status }) => kind === 'callback' && status === 400;

/** Results that are not sent again when they were not taken, or never at all. */
export const resultFaults = {
  'callback:silence-is-fine': {
    title: 'a callback that is not answered counts as sent',
    breaks: ['queue/result-not-lost'],
    decorate: believing(({ status }) => status === undefined),
  },
  'callback:lost-bill-is-fine': {
    title: 'takes any answer for a good one where a bill is sent',
    breaks: ['queue/result-not-lost'],
    decorate: believing((answer, call) => failed(answer) && isAbout(call, 'BillPreparationRequested')),
  },
  'callback:lost-payment-is-fine': {
    title: 'takes any answer for a good one where the result of a payment is sent',
    breaks: ['queue/result-not-lost'],
    decorate: believing((answer, call) => failed(answer) && isAbout(call, 'BillPaymentCompleted')),
  },
  'callback:error-is-final': {
    title: 'a message whose callback failed is skipped when it comes again',
    breaks: ['queue/result-not-lost'],
    // Quartz sends stored results again, however they were answered.
    variants: ['copper'],
    decorate: ({ journal }) => ({
      journal: {
        ...journal,
        byMessage: (messageId) => {
          const entry = journal.byMessage(messageId);
          return entry && { ...entry, settled: true };
        },
      },
    }),
  },
  'callback:bill-left-when-not-taken': {
    title: 'leaves a request for a bill whose result was not taken, however often it comes',
    breaks: ['queue/result-not-lost'],
    decorate: leavingUntaken('BillPreparationRequested'),
  },
  'callback:payment-left-when-not-taken': {
    title: 'leaves a payment whose result was not taken, however often it comes',
    breaks: ['queue/result-not-lost'],
    decorate: leavingUntaken('BillPaymentCompleted'),
  },
  'callback:large-orders-left': {
    title: 'leaves every order of several items, however often it comes, and answers the others',
    breaks: ['submission/result-body', 'submission/partial-is-failure'],
    decorate: leavingLargeOrders,
  },
  'rejection:is-fine': {
    title: 'takes a result that was rejected for one that was taken',
    breaks: ['queue/rejected-result-stays-open'],
    decorate: believing(({ status }) => status === 400),
  },
  'rejection:dies': {
    title: 'a result that is rejected ends all work',
    breaks: ['queue/rejected-result-stays-open'],
    decorate: dazedBy(isRejection, Number.POSITIVE_INFINITY),
  },
  'rejection:stuns': {
    title: 'after a rejected result nothing is handled for a minute',
    breaks: ['queue/rejected-result-stays-open'],
    decorate: dazedBy(isRejection),
  },
  'mixed:second-loss-is-final': {
    title: 'a callback that is cut off after another was answered 5xx counts as sent',
    breaks: ['queue/result-not-lost'],
    decorate: onCall('callback', () => {
      const troubled = new Set<string>();
      return async (call, transmit) => {
        const answer = await transmit(call);
        if (failed(answer)) troubled.add(call.path);
        return answer.status === undefined && troubled.has(call.path) ? { ...answer, status: 204 } : answer;
      };
    }),
  },
  'mixed:stunned-by-404': {
    title: 'after a callback that is answered 404 nothing is handled for a minute',
    breaks: ['queue/result-not-lost'],
    decorate: dazedBy(({ kind }, { status }) => kind === 'callback' && status === 404),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
