import { isObject } from '#mocks/json';
import { kindIn, onMailbox } from '#mocks/pos/faults/decorators';
import { never } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { atStart, pausing, peek, waiting } from '#mocks/pos/faults/queue';
import type { PlatformAnswer } from '#mocks/pos/connection/call';
import type { Delivery } from '#mocks/pos/queue/mailbox';
import { dazedByUnknownKind, isUnknown } from '../dazed.ts';

/** While the location is closed. */
const restingWhenClosed: TillDecorator = (parts) => {
  let open = Promise.resolve();
  let reopen = (): void => undefined;
  return {
    call: (call, transmit) => {
      if (call.kind === 'event' && call.path.endsWith('/PosLocationAvailabilityChanged')) {
        reopen();
        if (isObject(call.body) && call.body['open'] === false)
          open = new Promise<void>((resolve) => {
            reopen = resolve;
          });
      }
      return parts.call(call, transmit);
    },
    ...onMailbox((mailbox) => ({
      receive: async (wish, signal) => {
        await Promise.race([open, never(signal)]);
        return mailbox.receive(wish, signal);
      },
    }))(parts),
  };
};

/** After `most` failures of the queue in a row it is not asked again. */
export const surviving = (most: number): TillDecorator =>
  onMailbox((mailbox) => {
    let failures = 0;
    return {
      receive: async (wish, signal) => {
        if (failures >= most) return never(signal);
        try {
          const deliveries = await mailbox.receive(wish, signal);
          failures = 0;
          return deliveries;
        } catch (error) {
          failures += 1;
          throw error;
        }
      },
    };
  });

/** Once a callback was not taken the queue is not asked again, until it is activated anew. */
const stoppedBy =
  (stops: (answer: PlatformAnswer) => boolean): TillDecorator =>
  (parts) => {
    let stopped = false;
    return {
      call: async (call, transmit) => {
        const answer = await parts.call(call, transmit);
        if (call.kind === 'callback' && stops(answer)) stopped = true;
        return answer;
      },
      ...onMailbox((mailbox) => {
        stopped = false;
        return { receive: (wish, signal) => (stopped ? never(signal) : mailbox.receive(wish, signal)) };
      })(parts),
    };
  };

/** Once a result was rejected it does nothing at all any more. */
const crashingAtARejection: TillDecorator = (parts) => {
  const gone: PlatformAnswer = { status: undefined, body: null };
  let crashed = false;
  return {
    call: async (call, transmit) => {
      if (crashed) return gone;
      const answer = await parts.call(call, transmit);
      crashed ||= call.kind === 'callback' && answer.status === 400;
      return crashed ? gone : answer;
    },
    ...onMailbox((mailbox) => ({
      receive: async (wish, signal) => {
        const deliveries = crashed ? await never(signal) : await mailbox.receive(wish, signal);
        return crashed ? await never(signal) : deliveries;
      },
      delete: async (receiptHandle) => {
        if (!crashed) await mailbox.delete(receiptHandle);
      },
    }))(parts),
  };
};

interface Poll {
  readonly waitSeconds: number;
  readonly deliveries: readonly Delivery[];
  readonly tookMs: number;
}

/** After such a poll, whose messages are still worked on or are not, the queue is not asked again. */
const stoppedAfter = (stops: (poll: Poll) => boolean, last: 'worked on' | 'dropped' = 'worked on'): TillDecorator =>
  onMailbox((mailbox, { clock }) => {
    let stopped = false;
    return {
      receive: async (wish, signal) => {
        if (stopped) return never(signal);
        const since = clock.now();
        const deliveries = await mailbox.receive(wish, signal);
        const ended = stops({ waitSeconds: wish.waitSeconds, deliveries, tookMs: clock.now() - since });
        // Another poll may be open, and end later with nothing that stops it.
        stopped ||= ended;
        return ended && last === 'dropped' ? [] : deliveries;
      },
    };
  });

/** A handle of a delivery that was not the last says nothing of the queue, and comes about before the queue fails. */
const isOutdated = (error: unknown): boolean => String(error).includes('the queue answered 400');

/** The queue polled in ways it is not meant to be. */
export const queueFaults = {
  'poll:ten-seconds': { title: 'asks with WaitTimeSeconds 10', breaks: ['queue/long-polling'], decorate: waiting(10) },
  'poll:now-and-then': {
    title: 'polls, and then rests for six seconds',
    breaks: ['queue/long-polling'],
    decorate: pausing(6000),
  },
  'poll:rests-when-empty': {
    title: 'rests for eight seconds after a poll that brought nothing',
    breaks: ['queue/long-polling'],
    decorate: onMailbox((mailbox, { clock }) => ({
      receive: async (wish, signal) => {
        const deliveries = await mailbox.receive(wish, signal);
        if (deliveries.length === 0) await clock.sleep(8000, signal);
        return deliveries;
      },
    })),
  },
  'poll:rests-when-closed': {
    title: 'polls no more while the location is closed',
    breaks: ['queue/long-polling'],
    decorate: restingWhenClosed,
  },
  'poll:neighbour': {
    title: 'looks into the dead-letter queue it expects beside its own',
    breaks: ['queue/issued-credentials'],
    decorate: atStart(async (configuration, open) =>
      peek(await open({ ...configuration, queueUrl: configuration.queueUrl.replace(/\.fifo$/u, '-dead.fifo') })),
    ),
  },
  'poll:dies-of-an-error': {
    title: 'polls no more after a failure of the queue',
    breaks: ['queue/survives-queue-faults'],
    decorate: surviving(1),
  },
  'poll:dies-of-two-errors': {
    title: 'polls no more after two failures in a row',
    breaks: ['queue/survives-queue-faults'],
    // The SDK hides two failures out of three, so that copper would need six.
    variants: ['quartz'],
    decorate: surviving(2),
  },
  'poll:dies-of-a-callback': {
    title: 'polls no more after a callback that was answered 5xx',
    breaks: ['queue/long-polling'],
    decorate: stoppedBy(({ status = 0 }) => status >= 500),
  },
  'poll:dies-of-a-lost-callback': {
    title: 'polls no more after a callback that was cut off',
    breaks: ['queue/long-polling'],
    decorate: stoppedBy(({ status }) => status === undefined),
  },
  'poll:dies-of-a-404': {
    title: 'polls no more after a callback that was answered 404',
    breaks: ['queue/long-polling'],
    decorate: stoppedBy(({ status }) => status === 404),
  },
  'poll:dies-of-a-rejection': {
    title: 'polls no more after a result that was rejected',
    breaks: ['queue/long-polling', 'queue/rejected-result-stays-open'],
    // Another poll of copper is open at that time, and brings the command by which the second is told.
    variants: ['quartz'],
    decorate: stoppedBy(({ status }) => status === 400),
  },
  'poll:crashes-at-a-rejection': {
    title: 'does nothing at all any more after a result that was rejected',
    breaks: ['queue/long-polling'],
    decorate: crashingAtARejection,
  },
  'poll:dies-of-a-failed-payment': {
    title: 'polls no more after BillPaymentFailed, which has no result',
    breaks: ['queue/long-polling'],
    // Quartz has its next poll open in the same millisecond, so that the bill it does not answer is told as well.
    variants: ['copper'],
    decorate: stoppedAfter(({ deliveries }) => deliveries.some((delivery) => kindIn(delivery) === 'BillPaymentFailed')),
  },
  'poll:dies-of-an-empty-poll': {
    title: 'polls no more after a poll of the full wait that brought nothing',
    breaks: ['queue/long-polling'],
    decorate: stoppedAfter(
      ({ waitSeconds, deliveries, tookMs }) => deliveries.length === 0 && tookMs >= waitSeconds * 990,
    ),
  },
  'poll:dies-of-an-unknown-kind': {
    title: 'polls no more after a message of an unknown kind',
    breaks: ['queue/long-polling'],
    decorate: stoppedAfter(({ deliveries }) => deliveries.some(isUnknown), 'dropped'),
  },
  'poll:dies-of-a-failed-deletion': {
    title: 'polls no more after a deletion that the queue could not do',
    breaks: ['queue/survives-queue-faults'],
    // An outdated handle is told from it by the words of quartz's client.
    variants: ['quartz'],
    decorate: onMailbox((mailbox) => {
      let stopped = false;
      return {
        receive: (wish, signal) => (stopped ? never(signal) : mailbox.receive(wish, signal)),
        delete: async (receiptHandle) => {
          try {
            await mailbox.delete(receiptHandle);
          } catch (error) {
            stopped ||= !isOutdated(error);
            throw error;
          }
        },
      };
    }),
  },
  'poll:not-after-another-activation': {
    title: 'activated once more, it polls its queue no more',
    breaks: ['queue/long-polling'],
    decorate: (parts) => {
      let opened = 0;
      return onMailbox((mailbox) => (opened++ > 0 ? { receive: (_, signal) => never(signal) } : mailbox))(parts);
    },
  },
  'unknown-kind:dies': {
    title: 'a message of an unknown kind ends all work',
    breaks: ['queue/unknown-kind'],
    decorate: dazedByUnknownKind(Number.POSITIVE_INFINITY),
  },
  'unknown-kind:stuns': {
    title: 'after a message of an unknown kind nothing is handled for a minute',
    breaks: ['queue/unknown-kind'],
    decorate: dazedByUnknownKind(60_000),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
