import { objectOf, type Json, textIn } from '#mocks/json';
import type { PlatformAnswer, CallKind } from '#mocks/pos/connection/call';
import type { TillParts } from '#mocks/pos/till';
import { onBody, onCall } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { createHash } from 'node:crypto';
import type { Activation } from '#mocks/pos/connection/integration';

/** Only the first call is wrong, which a harness refuses anyway: a till with a body nobody accepts would show nothing else. */
export const firstBody = (change: (body: Record<string, unknown>) => void): TillDecorator =>
  onCall('activation', () => {
    let calls = 0;
    return (call, transmit) => {
      calls += 1;
      const body = objectOf(structuredClone(call.body));
      if (calls === 1) change(body);
      return transmit({ ...call, body });
    };
  });

const madeUp = (origin: string, word = 'undefined'): Activation => ({
  credentials: { apiKey: word, secret: word },
  queue: {
    queueUrl: `${origin}/000000000000/undefined.fifo`,
    region: 'eu-central-1',
    accessKeyId: 'undefined',
    secretAccessKey: 'undefined',
  },
});

/** Goes to work after any 200, with what a failure leaves undefined. */
const anySuccess =
  (polls: boolean, fooledBy: (answer: PlatformAnswer) => boolean = () => true, word?: string) =>
  (parts: TillParts): Partial<TillParts> => {
    let origin = 'http://127.0.0.1:9';
    return {
      sign: (call, ...rest) => {
        origin = call.url.origin;
        return parts.sign(call, ...rest);
      },
      readActivation: (answer) =>
        parts.readActivation(answer) ?? (answer.status === 200 && fooledBy(answer) ? madeUp(origin, word) : undefined),
      openMailbox: async (configuration) => {
        if (configuration.accessKeyId !== 'undefined') return parts.openMailbox(configuration);
        if (polls) return parts.openMailbox({ ...configuration, queueUrl: madeUp(origin).queue.queueUrl });
        return {
          receive: (_, signal) =>
            new Promise((resolve) => signal.addEventListener('abort', () => resolve([]), { once: true })),
          delete: async () => undefined,
          close: () => undefined,
        };
      },
    };
  };

const isNotAllowed = ({ body }: PlatformAnswer): boolean =>
  objectOf(body)['failureReason'] === 'ACTIVATION_NOT_ALLOWED';

/** One part of the till has not heard of the second activation. */
const firstKeyFor =
  (kind: CallKind, path = ''): TillDecorator =>
  (parts) => {
    let first: Parameters<TillParts['sign']>[1] | undefined;
    return {
      sign: (call, credentials, now) => {
        first ??= credentials;
        const isLeft = call.kind === kind && call.url.pathname.endsWith(path);
        return parts.sign(call, isLeft ? first : credentials, now);
      },
    };
  };

/** Activations gone wrong. */
export const activationFaults = {
  'activation:no-version': {
    title: 'the first activation lacks softwareVersion',
    breaks: ['activation/body'],
    decorate: firstBody((body) => {
      delete body['softwareVersion'];
    }),
  },
  'activation:old-pin': {
    title: 'sends the first PIN ever typed in',
    breaks: ['activation/recovers-with-new-pin'],
    decorate: onCall('activation', () => {
      let first: Record<string, unknown> | undefined;
      return (call, transmit) => {
        const body = objectOf(call.body);
        first ??= body;
        return transmit({ ...call, body: { ...body, pinCode: objectOf(first)['pinCode'] } });
      };
    }),
  },
  'activation:never-a-version': {
    title: 'no activation has a softwareVersion, so that it is refused each time',
    breaks: ['activation/body'],
    decorate: onBody('activation', (body) => {
      const { softwareVersion: _, ...rest } = objectOf(body);
      return rest;
    }),
  },
  'activation:numeric-pin': {
    title: 'the first activation has the PIN as a number',
    breaks: ['activation/body'],
    decorate: firstBody((body) => {
      body['pinCode'] = Number.parseInt(String(body['pinCode']), 10) || 0;
    }),
  },
  'activation:any-200-reports': {
    title: 'takes HTTP 200 for success and reports its health',
    breaks: ['activation/failure-respected'],
    decorate: anySuccess(false),
  },
  'activation:any-200-polls': {
    title: 'takes HTTP 200 for success and polls a queue',
    breaks: ['activation/failure-respected'],
    decorate: anySuccess(true),
  },
  'activation:any-200-reports-without-key': {
    title: 'takes HTTP 200 for success and reports its health with "none" for a key',
    breaks: ['activation/failure-respected'],
    decorate: anySuccess(false, () => true, 'none'),
  },
  'activation:pin-of-before': {
    title: 'once it has been activated it sends the PIN of that for ever',
    breaks: ['activation/recovers-with-new-pin'],
    decorate: onCall('activation', () => {
      let taken: Json | undefined;
      return async (call, transmit) => {
        const body = objectOf(call.body);
        const { pinCode = null } = body;
        const answer = await transmit(taken === undefined ? call : { ...call, body: { ...body, pinCode: taken } });
        if (objectOf(answer.body)['success'] === true) taken ??= pinCode;
        return answer;
      };
    }),
  },
  'activation:gives-up': {
    title: 'after a refusal no activation is tried again',
    breaks: ['activation/recovers-with-new-pin'],
    decorate: onCall('activation', (parts) => {
      let refused = false;
      return async (call, transmit) => {
        if (refused) return { status: undefined, body: null };
        const answer = await transmit(call);
        refused = parts.readActivation(answer) === undefined;
        return answer;
      };
    }),
  },
  'activation:only-pins-refused': {
    title: 'knows but one reason to be refused, a wrong PIN, and goes to work after the other',
    breaks: ['activation/failure-respected'],
    decorate: anySuccess(false, isNotAllowed),
  },
  'activation:not-allowed-for-good': {
    title: 'told that it is not allowed to activate, it never tries again',
    breaks: ['activation/recovers-with-new-pin'],
    decorate: onCall('activation', () => {
      let banned = false;
      return async (call, transmit) => {
        if (banned) return { status: undefined, body: null };
        const answer = await transmit(call);
        banned = isNotAllowed(answer);
        return answer;
      };
    }),
  },
  'activation:id-of-the-pin': {
    title: 'makes its posInstallationId from the PIN',
    breaks: ['activation/stable-installation-id'],
    decorate: onBody('activation', (body) => ({
      ...objectOf(body),
      posInstallationId: createHash('sha256')
        .update(textIn(objectOf(body)['pinCode']))
        .digest('hex'),
    })),
  },
  'activation:keeps-first-secret': {
    title: 'activated again, it signs with the new API key and the secret of before',
    // Whoever watches sees the new key, and a signature that is of no secret it knows.
    breaks: ['auth/calls-are-signed'],
    decorate: (parts) => {
      let first: Parameters<TillParts['sign']>[1] | undefined;
      return {
        sign: (call, credentials, now) => {
          first ??= credentials;
          return parts.sign(call, { ...credentials, secret: first.secret }, now);
        },
      };
    },
  },
  'activation:first-key-for-events': {
    title: 'activated again, it signs its events as before',
    breaks: ['activation/new-credentials'],
    decorate: firstKeyFor('event'),
  },
  'activation:first-key-for-tables': {
    title: 'activated again, it signs what it says of tables as before',
    breaks: ['activation/new-credentials'],
    decorate: firstKeyFor('event', '/TableOrderSnapshotChanged'),
  },
  'activation:first-key-for-tests': {
    title: 'activated again, it signs its test calls as before',
    breaks: ['activation/new-credentials'],
    decorate: firstKeyFor('test-call'),
  },
  'activation:first-key-for-tips': {
    title: 'activated again, it puts recipients of tips as before',
    breaks: ['activation/new-credentials'],
    decorate: firstKeyFor('tip'),
  },
  'activation:keeps-first-queue': {
    title: 'polls with the queue credentials of its first activation for good',
    breaks: ['activation/new-credentials'],
    decorate: (parts) => {
      let first: Parameters<TillParts['openMailbox']>[0] | undefined;
      return { openMailbox: (configuration) => parts.openMailbox((first ??= configuration)) };
    },
  },
  'activation:deaf-after-refusal': {
    title: 'after a refusal it stays refused, whatever comes',
    breaks: ['activation/recovers-with-new-pin'],
    decorate: (parts) => {
      let refused = false;
      return {
        readActivation: (answer) => {
          const activation = parts.readActivation(answer);
          refused ||= activation === undefined;
          return refused ? undefined : activation;
        },
      };
    },
  },
} as const satisfies Readonly<Record<string, PosFault>>;
