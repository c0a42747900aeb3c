import { randomUUID } from 'node:crypto';
import { objectOf } from '../../json.ts';
import type { PlatformAnswer } from '../connection/call.ts';
import type { OutgoingCall } from '../connection/signature.ts';
import type { TillParts } from '../till.ts';
import { onBody, onCall } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

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

export const kept: PlatformAnswer = { status: 204, body: null };

export const afterReports = (most: number): TillDecorator =>
  onCall('health', () => {
    let reports = 0;
    return async (call, transmit) => {
      reports += 1;
      return reports > most ? kept : transmit(call);
    };
  });

/** Only the key, and nothing that proves it: the platform still knows who calls. */
export const keyOnly =
  (kind: string): TillDecorator =>
  (parts) => ({
    sign: (call, credentials, now) =>
      call.kind === kind ? { 'X-Api-Key': credentials.apiKey } : parts.sign(call, credentials, now),
  });

export const signedAs =
  (change: (call: OutgoingCall) => Partial<OutgoingCall>): TillDecorator =>
  (parts) => ({
    sign: (call, ...rest) => parts.sign({ ...call, ...change(call) }, ...rest),
  });

export const connectionFaults = {
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
  'activation:id-each-time': {
    title: 'makes up a posInstallationId for every activation',
    breaks: ['activation/stable-installation-id'],
    decorate: onBody('activation', (body) => ({ ...objectOf(body), posInstallationId: randomUUID() })),
  },
  'activation:keeps-first-key': {
    title: 'signs with the API key of its first activation for good',
    breaks: ['activation/new-credentials'],
    decorate: (parts) => {
      let first: Parameters<TillParts['sign']>[1] | undefined;
      return { sign: (call, credentials, now) => parts.sign(call, (first ??= credentials), now) };
    },
  },
  'health:stops': {
    title: 'reports its health twice and no more',
    breaks: ['health/heartbeat'],
    decorate: afterReports(2),
  },
  'signature:test-call': {
    title: 'the test call is not signed',
    breaks: ['auth/calls-are-signed'],
    decorate: keyOnly('test-call'),
  },
  'signature:pretty-body': {
    title: 'signs the body as its log prints it',
    breaks: ['auth/calls-are-signed'],
    decorate: signedAs(({ kind, body }) => (kind === 'event' ? { body: `${body}\n` } : {})),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
