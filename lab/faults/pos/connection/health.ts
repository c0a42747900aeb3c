import type { PlatformAnswer, PlatformCall } from '#mocks/pos/connection/call';
import { afterReports, kept } from '#mocks/pos/faults/calls';
import { callFaults, onCall } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { TillParts } from '#mocks/pos/till';

/** More than one interval of the references, and far from three: the heartbeat is there, only its beginning is late. */
const lateMs = 7_000;

/** Less than an interval of the references. */
const againMs = 2_000;

/** Does something else with the reports of so many milliseconds after those activations, which count from 1. */
const after =
  (isMeant: (activation: number) => boolean, forMs: number) =>
  (
    instead: (call: PlatformCall, transmit: (call: PlatformCall) => Promise<PlatformAnswer>) => Promise<PlatformAnswer>,
  ) =>
  (parts: TillParts): Partial<TillParts> => {
    let activations = 0;
    let since = 0;
    return {
      call: async (call, transmit) => {
        const next = (sent: PlatformCall) => parts.call(sent, transmit);
        if (call.kind === 'health' && isMeant(activations) && parts.clock.now() < since + forMs)
          return instead(call, next);
        const answer = await next(call);
        if (call.kind === 'activation' && parts.readActivation(answer) !== undefined) {
          activations++;
          since = parts.clock.now();
        }
        return answer;
      },
    };
  };

// Of several activations in a row each would put the heartbeat off once more.
const atFirst = after((activation) => activation === 1, lateMs);

const onceAgain = after((activation) => activation > 1, againMs);

/** Sends some of the reports since an activation, which count from 1. */
const sinceActivation =
  (isSent: (report: number) => boolean): TillDecorator =>
  (parts) => {
    let reports = 0;
    return {
      call: async (call, transmit) => {
        if (call.kind === 'health' && !isSent(++reports)) return kept;
        const answer = await parts.call(call, transmit);
        if (call.kind === 'activation' && parts.readActivation(answer) !== undefined) reports = 0;
        return answer;
      },
    };
  };

/** Heartbeats that do not beat. */
export const healthFaults = {
  'health:late': {
    title: 'the first report comes long after the activation',
    breaks: ['health/after-activation'],
    decorate: atFirst(async () => kept),
  },
  'health:lost-at-first': {
    title: 'the first reports go to another path',
    breaks: ['health/after-activation'],
    decorate: atFirst((call, transmit) => transmit({ ...call, path: '/merchant/v1/health' })),
  },
  'health:not-again': {
    title: 'activated once more, it reports its health only with the next heartbeat',
    breaks: ['health/after-activation'],
    decorate: onceAgain(async () => kept),
  },
  'health:late-again': {
    title: 'activated once more, it reports its health at its leisure',
    breaks: ['health/after-activation'],
    decorate: (parts) =>
      onceAgain(async (call, transmit) => {
        await parts.clock.sleep(2_800);
        return transmit(call);
      })(parts),
  },
  'health:once': { title: 'reports its health once', breaks: ['health/heartbeat'], decorate: afterReports(1) },
  'health:twice-each-time': {
    title: 'reports its health twice after every activation and no more',
    breaks: ['health/heartbeat'],
    decorate: sinceActivation((report) => report <= 2),
  },
  'health:slows': {
    title: 'after its second report since an activation it reports its health thirty times less often',
    breaks: ['health/heartbeat'],
    decorate: sinceActivation((report) => report <= 2 || report % 30 === 2),
  },
  'health:stops-when-refused': {
    title: 'reports its health until one report is refused, and no more',
    breaks: ['health/heartbeat'],
    decorate: onCall('health', () => {
      let isOver = false;
      return async (call, transmit) => {
        if (isOver) return kept;
        const answer = await transmit(call);
        isOver = (answer.status ?? 0) >= 500;
        return answer;
      };
    }),
  },
  'health:stops-when-refused-once': {
    title: 'reports its health until one report is refused, and no more until it is activated again',
    breaks: ['health/heartbeat'],
    decorate: (parts) => {
      let isOver = false;
      return {
        call: async (call, transmit) => {
          if (call.kind === 'health' && isOver) return kept;
          const answer = await parts.call(call, transmit);
          if (call.kind === 'health') isOver = (answer.status ?? 0) >= 500;
          if (call.kind === 'activation' && parts.readActivation(answer) !== undefined) isOver = false;
          return answer;
        },
      };
    },
  },
  'health:irregular': {
    title: 'reports its health for a while, then not for three minutes, and so on',
    breaks: ['health/heartbeat'],
    decorate: (parts) => {
      const startedAt = parts.clock.now();
      const isQuiet = (): boolean => (parts.clock.now() - startedAt) % 200_000 > 20_000;
      return onCall('health', () => async (call, transmit) => (isQuiet() ? kept : transmit(call)))(parts);
    },
  },
  'health:ends-with-work': {
    title: 'reports its health until its first order, and no more',
    breaks: ['health/heartbeat'],
    decorate: (parts) => {
      let busy = false;
      return {
        work: (command, step) => {
          busy ||= command.messageKind === 'OrderSubmissionRequested';
          return parts.work(command, step);
        },
        ...onCall('health', () => async (call, transmit) => (busy ? kept : transmit(call)))(parts),
      };
    },
  },
  'health:slow': {
    title: 'reports its health every ten minutes',
    breaks: ['health/heartbeat'],
    decorate: () => ({ heartbeatMs: 600_000 }),
  },
  ...callFaults('health', {
    'health:text': ['healthy is a text', 'health/body', '/healthy', 'true'],
    'health:no-name': ['softwareName is missing', 'health/body', '/softwareName'],
  }),
} as const satisfies Readonly<Record<string, PosFault>>;
