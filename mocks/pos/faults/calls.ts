import { randomUUID } from 'node:crypto';
import { objectOf, textIn } from '../../json.ts';
import type { PlatformAnswer, PlatformCall } from '../connection/call.ts';
import type { TillParts } from '../till.ts';
import { onBody, onCall, eventBodyFaults, callFaults } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

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

export const identifiedBy = (newId: (call: PlatformCall) => string | undefined): TillDecorator =>
  onCall('event', () => (call, transmit) => {
    const id = newId(call);
    return transmit({ ...call, headers: id === undefined ? {} : { 'X-Message-Id': id } });
  });

/** In what the till calls by itself. */
export const ownCallFaults = {
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
  'event:one-id': {
    title: 'all events carry the same identifier',
    breaks: ['events/unique-message-id'],
    decorate: identifiedBy(() => 'pos-event'),
  },
  ...eventBodyFaults('TableOrderSnapshotChanged', {
    'event:lower-case-change': [
      'writes change types in small letters',
      'events/table-changed',
      '/changeType',
      (old) => textIn(old).toLowerCase(),
    ],
  }),
  ...callFaults('tip', {
    'tip:no-plus': [
      'phone numbers lack the plus',
      'tips/put-body',
      '/phoneNumber',
      (old) => textIn(old).replace('+', ''),
    ],
  }),
} as const satisfies Readonly<Record<string, PosFault>>;
