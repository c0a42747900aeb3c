import { isObject } from '#mocks/json';
import { onMailbox } from '#mocks/pos/faults/decorators';
import { never } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { atStart, pausing, peek, waiting } from '#mocks/pos/faults/queue';

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
} as const satisfies Readonly<Record<string, PosFault>>;
