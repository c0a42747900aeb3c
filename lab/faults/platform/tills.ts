import { calls, pathTo, type CommandRecord } from '#schemas';
import { textIn } from '#mocks/json';
import { isOk, jsonAnswer, noContent } from '#mocks/platform/calls/answer';
import type { PlatformFault } from '#mocks/platform/faults/platform-fault';
import type { Call } from '#mocks/platform/calls/call';
import type { Location, State } from '#mocks/platform/state/state';
import { afterwards, beforehand, edited, withStatus } from '#mocks/platform/faults/decorators';

const activate = calls.activation.path;
const health = calls.health.path;
const [async = ''] = calls.callback.path.split('{');
const test = pathTo('callback', { messageKind: 'Test' });
const activation = ['platform/activation'] as const;
const callbacks = ['platform/callbacks'] as const;
const testCall = ['platform/test-call'] as const;

interface Callback {
  readonly kind: string;
  readonly messageId: string;
  /** The command, whosever it is. */
  readonly command: CommandRecord | undefined;
  readonly of: Location | undefined;
}

const callbackOf = ({ path }: Call, state: State): Callback => {
  const [kind = '', messageId = ''] = path.split('/').slice(4).map(decodeURIComponent);
  const of = [...state.locations.values()].find(({ commands }) => commands.has(messageId));
  return { kind, messageId, of, command: of?.commands.get(messageId) };
};

/** Activation, health, callbacks and the test round trip. */
export const tillFaults = {
  'activation:failure-401': {
    title: 'a failed activation is answered 401',
    breaks: activation,
    front: afterwards(activate, ({ answer }) =>
      answer.text.includes('failureReason') ? withStatus(answer, 401) : undefined,
    ),
  },
  'activation:pin-outlives': {
    title: 'a PIN works after it has expired',
    breaks: activation,
    front: beforehand(activate, ({ pinCode }, { state, clock }) => {
      const pin = state.pins.get(textIn(pinCode));
      if (pin !== undefined) state.pins.set(textIn(pinCode), { ...pin, expiresAt: clock.now() + 60_000 });
    }),
  },
  'activation:own-reason': {
    title: 'a failed activation says why in words of its own',
    breaks: activation,
    front: afterwards(activate, ({ answer }) =>
      edited(answer, (body) => (body['success'] === false ? { success: false, failureReason: 'WRONG_PIN' } : body)),
    ),
  },
  'activation:not-allowed-ignored': {
    title: 'a location that may not be activated is',
    breaks: activation,
    front: beforehand(activate, (_, { state }) => {
      for (const location of state.locations.values()) location.activationAllowed = true;
    }),
  },
  'activation:nameless': {
    title: 'a good activation does not say which merchant it was resolved to',
    breaks: activation,
    front: afterwards(activate, ({ answer }) => edited(answer, ({ merchantId: _, ...body }) => body)),
  },
  'health:answers-200': {
    title: 'a health report is answered 200',
    breaks: ['platform/health'],
    front: afterwards(health, ({ answer }) => (isOk(answer) ? jsonAnswer({}) : undefined)),
  },
  'health:gives-up-early': {
    title: 'a POS counts as unavailable after 100 of the 180 seconds',
    breaks: ['platform/health'],
    options: (options) => ({ ...options, timing: { ...options.timing, healthTimeoutMs: 100_000 } }),
  },
  'callbacks:repeat-applied': {
    title: 'a repeated callback replaces the result',
    breaks: callbacks,
    front: afterwards(async, ({ call, sent, answer, kit, location }) => {
      const { command, messageId, of } = callbackOf(call, kit.state);
      if (answer.status === 204 && command !== undefined && of === location)
        of?.commands.set(messageId, { ...command, result: sent });
      return undefined;
    }),
  },
  'callbacks:any-kind': {
    title: 'a callback under the kind of another command is accepted',
    breaks: callbacks,
    front: afterwards(async, ({ call, answer, kit, location }) => {
      const { command, kind, of } = callbackOf(call, kit.state);
      const other = command !== undefined && command.envelope.messageKind !== kind && of === location;
      return answer.status === 404 && other ? noContent : undefined;
    }),
  },
  'callbacks:any-location': {
    title: 'a callback of another location of the merchant is accepted',
    breaks: callbacks,
    front: afterwards(async, ({ call, answer, kit, location }) => {
      const { of } = callbackOf(call, kit.state);
      const sister = of !== undefined && of !== location && of.merchant === location?.merchant;
      return answer.status === 404 && sister ? noContent : undefined;
    }),
  },
  'callbacks:invalid-accepted': {
    title: 'a callback with a bad body is acknowledged',
    breaks: callbacks,
    front: afterwards(async, ({ call, answer }) =>
      answer.status === 400 && !call.path.startsWith(test) ? noContent : undefined,
    ),
  },
  'callbacks:invalid-closes': {
    title: 'a callback with a bad body is refused, and yet closes the message',
    breaks: callbacks,
    front: afterwards(async, ({ call, answer, kit }) => {
      const { command, messageId, of } = callbackOf(call, kit.state);
      if (answer.status === 400 && command !== undefined && !call.path.startsWith(test))
        of?.commands.set(messageId, { ...command, resultAt: kit.clock.now() });
      return undefined;
    }),
  },
  'callbacks:unknown-400': {
    title: 'a callback for an unknown message is answered 400',
    breaks: callbacks,
    front: afterwards(async, ({ answer }) => (answer.status === 404 ? withStatus(answer, 400) : undefined)),
  },
  'test-call:open-to-shops': {
    title: 'the test call accepts credentials of a web shop',
    breaks: testCall,
    front: afterwards(calls.testCall.path, ({ answer }) =>
      answer.status === 403 ? jsonAnswer({ messageId: 'none' }) : undefined,
    ),
  },
  'test-call:any-nonce': {
    title: 'a Test callback is accepted with any nonce',
    breaks: testCall,
    front: afterwards(test, ({ answer }) => (answer.status === 400 ? noContent : undefined)),
  },
  'test-call:without-id': {
    title: 'the test call does not say the id of its message',
    breaks: testCall,
    front: afterwards(calls.testCall.path, ({ answer }) => (isOk(answer) ? jsonAnswer({ started: true }) : undefined)),
  },
} satisfies Readonly<Record<string, PlatformFault>>;
