import type { Exchange as Recorded } from '#schemas';
import type { Exchange, Facts } from '../exchange.ts';
import { isNothing } from '../laws/till/activation.ts';
import { isObject, type JsonObject } from '../json.ts';
import { redacted } from '../redact/secret-places.ts';
import type { Redactor } from '../redact/redactor.ts';
import { issuedIn } from '../to-till-traffic.ts';

export type ReceiverFacts = NonNullable<Recorded['told']>;
type Called = Pick<Exchange, 'call' | 'response' | 'facts'>;

/**
 * What only the platform that was called can tell, so that whoever reads it again comes to the same verdict: no secret
 * is written down, and keys are numbered as they come.
 */
export const createFactsWriter = (redactor: Redactor): ((exchange: Called) => ReceiverFacts | undefined) => {
  const keys = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = keys.get(key) ?? keys.size + 1;
    if (keys.size < mostKeys) keys.set(key, number);
    return number;
  };
  return ({ call, response, facts: { signature, key, queue, issued: known } }) => {
    const issued = call.name === 'activation' ? (known ?? issuedIn(response)) : undefined;
    const told: ReceiverFacts = {
      ...(issued && { issued: { api: numberOf(issued.apiKey), queue: numberOf(issued.accessKeyId) } }),
      ...(key !== undefined && !isNothing(key) && { key: numberOf(key) }),
      ...(signature?.signed === false && { unsigned: hidden(signature.problem ?? 'no signature', redactor) }),
      ...(queue?.action === 'refused' && { refused: hidden(queue.reason, redactor) }),
      ...queuedIn(queue, redactor),
    };
    return Object.keys(told).length === 0 ? undefined : told;
  };
};

const queuedIn = (queue: Facts['queue'], { text }: Redactor): Pick<ReceiverFacts, 'queued'> => {
  if (queue?.action !== 'receive') return {};
  const queued = queue.messages.flatMap(({ messageId, groupId, queuedAt: at }) =>
    at === undefined ? [] : [{ messageId: text(messageId), groupId: text(groupId), at: new Date(at).toISOString() }],
  );
  return queued.length === 0 ? {} : { queued };
};

/** A verdict may rest on what was told, and does not rest on the secret in it. */
export const hidden = (told: string, redactor: Redactor): string => redactor.text(told).replaceAll(redacted, '...');

/** A run issues a few; whoever sends others may send many. */
const mostKeys = 1000;

/** As the platform knew it. */
export const factsOf = (
  { issued, key, unsigned, refused, queued }: ReceiverFacts,
  { action = '' }: Exchange['call'],
): Pick<Facts, 'issued' | 'key' | 'signature' | 'queue' | 'queued'> => ({
  ...(issued && { issued: { apiKey: nameOf(issued.api), accessKeyId: nameOf(issued.queue) } }),
  ...(key !== undefined && { key: nameOf(key) }),
  ...(unsigned !== undefined && { signature: { signed: false, problem: unsigned } }),
  ...(refused !== undefined && { queue: { action: 'refused', named: action, reason: refused } }),
  ...(queued !== undefined && { queued: queued.map(({ at, ...message }) => ({ ...message, at: Date.parse(at) })) }),
});

const nameOf = (number: number): string => `key number ${number}`;

/** Out of an archive, which anybody may have written. */
export const receiverFactsIn = ({ key, issued, unsigned, refused, queued }: JsonObject): ReceiverFacts => {
  const { api, queue } = Object(issued) as JsonObject;
  return {
    ...(typeof key === 'number' && { key }),
    ...(isObject(issued) && typeof api === 'number' && typeof queue === 'number' && { issued: { api, queue } }),
    ...(typeof unsigned === 'string' && { unsigned }),
    ...(typeof refused === 'string' && { refused }),
    ...(Array.isArray(queued) && { queued: queued.flatMap(oneQueued) }),
  };
};

const oneQueued = (queued: unknown): NonNullable<ReceiverFacts['queued']> => {
  const { messageId, groupId, at } = Object(queued) as JsonObject;
  if (typeof messageId !== 'string' || typeof groupId !== 'string') return [];
  return typeof at === 'string' && Number.isFinite(Date.parse(at)) ? [{ messageId, groupId, at }] : [];
};
