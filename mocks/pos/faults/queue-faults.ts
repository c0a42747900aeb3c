import type { Mailbox } from '../queue/mailbox.ts';
import type { TillParts } from '../till.ts';
import { isObject } from '../../json.ts';
import { never, onMailbox } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

const waiting =
  (waitSeconds: number): TillDecorator =>
  (parts) => ({
    polling: { ...parts.polling, waitSeconds },
  });

/** Before each poll. */
const pausing = (pauseMs: number): TillDecorator =>
  onMailbox((mailbox, { clock }) => ({
    receive: async (wish, signal) => {
      await clock.sleep(pauseMs, signal);
      return mailbox.receive(wish, signal);
    },
  }));

/** A call that may not be made, once at start-up; its failure is ignored. */
const atStart =
  (
    call: (configuration: Parameters<TillParts['openMailbox']>[0], open: TillParts['openMailbox']) => Promise<unknown>,
  ): TillDecorator =>
  (parts) => ({
    openMailbox: async (configuration) => {
      await call(configuration, parts.openMailbox).catch(() => undefined);
      return parts.openMailbox(configuration);
    },
  });

const peek = async (mailbox: Mailbox): Promise<void> => {
  await mailbox.receive({ waitSeconds: 0, max: 1 }, AbortSignal.timeout(5000));
};

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
  'poll:no-wait': {
    title: 'asks with WaitTimeSeconds 0, once a second',
    breaks: ['queue/long-polling'],
    decorate: (parts) => ({ ...waiting(0)(parts), ...pausing(1000)(parts) }),
  },
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
  'poll:old-credentials': {
    title: 'tries the credentials of yesterday first',
    breaks: ['queue/issued-credentials'],
    decorate: atStart(async (configuration, open) =>
      peek(await open({ ...configuration, accessKeyId: 'AKIAYESTERDAY0000000' })),
    ),
  },
  'poll:neighbour': {
    title: 'looks into the dead-letter queue it expects beside its own',
    breaks: ['queue/issued-credentials'],
    decorate: atStart(async (configuration, open) =>
      peek(await open({ ...configuration, queueUrl: configuration.queueUrl.replace(/\.fifo$/u, '-dead.fifo') })),
    ),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
