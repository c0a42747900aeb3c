import { isObject, parseJson } from '#mocks/json';
import type { PlatformAnswer } from '#mocks/pos/connection/call';
import { messageIdIn, messageIdOf, onMailbox, onWork } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Delivery } from '#mocks/pos/queue/mailbox';
import type { CommandKind } from '#schemas';

const answeringAllBut = (messageKind: CommandKind, which: number): TillDecorator =>
  onWork(messageKind, () => {
    let commands = 0;
    return async (command, step) => {
      const result = await step(command);
      return ++commands === which ? undefined : result;
    };
  });

const failed = ({ status }: PlatformAnswer): boolean => status === undefined || status >= 500;

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
  const payload = isObject(envelope) ? envelope['payload'] : undefined;
  return isObject(payload) && Array.isArray(payload['items']) && payload['items'].length > 1;
};

/** One command among many that are answered is not. */
export const unansweredFaults = {
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
  'delete:one-bill-unanswered': {
    title: 'of one request for a bill no result is ever sent, and its message is deleted',
    breaks: ['queue/delete-after-callback'],
    decorate: answeringAllBut('BillPreparationRequested', 6),
  },
  'delete:one-order-unanswered': {
    title: 'of one order no result is ever sent, and its message is deleted',
    breaks: ['queue/delete-after-callback'],
    decorate: answeringAllBut('OrderSubmissionRequested', 60),
  },
} satisfies Readonly<Record<string, PosFault>>;
