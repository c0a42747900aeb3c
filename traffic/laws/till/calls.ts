import { endpointOf, type Judgement } from '#schemas';
import type { Sight } from '../../evidence/row.ts';
import { isElsewhere, isSurplus } from '../../ledgers/till/habits.ts';
import { acceptedOf, isDeleted } from '../../ledgers/till/messages.ts';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { failed } from '../define.ts';
import { excerpt } from '../../retention/excerpt.ts';
import { type CallRow, lawOfCalls } from './law-of-rows.ts';
import { deleteAfterCallback } from './queue/delete-after-callback.ts';
import { handledDeleted } from './queue/handled-deleted.ts';
import { results } from './queue/results.ts';

const signed = { requirement: 'auth/calls-are-signed', cause: 'unsigned' } as const;

/** Authentication: every call after activation carries a valid signature of the issued key. */
const unsignedIn = (seen: TillTraffic): Sight | undefined => {
  if (!('signed' in seen) || seen.signed) return undefined;
  const kind = seen.kind === 'tip' ? `tip recipient ${seen.action}` : seen.kind;
  const problem = seen.problem ?? 'no signature';
  return sightOf(seen, 'a valid signature made with the apiKey and secret of the activation response', problem, {
    message: `A call (${kind}) is signed wrongly, or not at all. Sign exactly the bytes and the path that you send, by the scheme in platform.signature.`,
    cause: `${kind}: ${problem}`,
  });
};

/** The same of one call, whoever made it. */
export const unsigned = (seen: TillTraffic): readonly Judgement[] => {
  const sight = unsignedIn(seen);
  return sight === undefined ? [] : [failed(signed.requirement, { ...signed, ...sight })];
};

/** What frameworks do at their start, or to keep a message longer. */
const beyondTheCredentials = /^(?:ChangeMessageVisibility(?:Batch)?|GetQueue(?:Url|Attributes)|ListQueues)$/u;

const sightOf = (seen: TillTraffic, expected: string, actual: string, more: Partial<Sight> = {}): Sight => ({
  exchanges: [seen.exchange],
  expected,
  actual,
  ...more,
});

const path = (messageKind: string, messageId: string): string => `…/async/${messageKind}/${messageId}`;

const rows: readonly CallRow[] = [
  {
    ...signed,
    // Whoever looked at them says what was wrong, also where nobody else can.
    look:
      ({ signatures }) =>
      ({ seen }) =>
        unsignedIn(seen) ?? ('signed' in seen && signatures ? 'passed' : undefined),
  },
  {
    // Authentication: the issued queue credentials can only receive and delete, on their queue.
    requirement: 'queue/issued-credentials',
    message:
      'A queue call of the till was refused; use the queue URL, region and keys of the activation response, to receive and delete only.',
    look:
      () =>
      ({ seen }) => {
        if (seen.kind !== 'queue-refused') return seen.kind === 'receive' ? 'passed' : undefined;
        const { action, reason } = seen;
        const allowed = 'ReceiveMessage and DeleteMessage (also in batches) with the issued credentials';
        return sightOf(seen, allowed, `${action}: ${reason}`, {
          cause: `${action}: ${reason}`,
          ...(beyondTheCredentials.test(action) && {
            message: `The till called ${action}, which the issued credentials do not allow: they can only receive and delete. If your queue library makes this call, switch it off.`,
          }),
        });
      },
  },
  {
    // Endpoints › Platform-hosted: a result goes to the kind and the id of a message that was delivered.
    requirement: 'queue/callback-address',
    cause: 'unknown message',
    look:
      ({ till: { habits } }) =>
      ({ seen, about: [message] }) => {
        if (seen.kind !== 'callback') return undefined;
        const { messageKind: kind } = message ?? {};
        if (kind === seen.messageKind) return 'passed';
        if (kind === undefined && !habits.knowsAll()) return undefined;
        const actual = path(seen.messageKind, seen.messageId);
        if (kind === undefined) return sightOf(seen, 'the messageId of a delivered message', actual);
        return sightOf(seen, path(kind, seen.messageId), actual, { cause: `another kind for ${kind}` });
      },
  },
  {
    requirement: 'queue/callback-address',
    cause: 'callback path',
    look:
      () =>
      ({ seen }) =>
        isElsewhere(seen) ? sightOf(seen, endpointOf('callback'), `${seen.method} ${seen.path}`) : undefined,
  },
  {
    // Resources › Queue message envelope: messageId correlates the callback.
    requirement: 'queue/callback-address',
    message:
      'The till deleted a message without a result, and sent one to the callback of another message that needed none; the last part of the path is the messageId of the very message that is answered.',
    look: () => {
      /** By kind, the last result more than the message it went to was delivered. */
      const surplus = new Map<string, TrafficOf<'callback'>>();
      return ({ seen, about }) => {
        const [message] = about;
        if (seen.kind === 'callback' && message !== undefined && isSurplus(message))
          surplus.set(message.messageKind, { ...seen, body: undefined });
        if (seen.kind !== 'delete' || seen.outcome !== 'deleted') return undefined;
        return about.flatMap(({ messageId, messageKind, callbacks, deliveries }): readonly Sight[] => {
          const other = surplus.get(messageKind);
          if (callbacks.length > 0 || other === undefined || other.at < (deliveries.at(-1)?.at ?? Infinity)) return [];
          const actual = `${path(messageKind, other.messageId)}, once more`;
          const cause = `to another message of ${messageKind}`;
          return [sightOf(other, path(messageKind, messageId), actual, { cause })];
        });
      };
    },
  },
  {
    // Endpoints › Queue delivery › 5: the Test callback is answered 400 if the nonce does not match.
    requirement: 'queue/test-round-trip',
    cause: 'nonce',
    look:
      () =>
      ({ seen, about }) => {
        const tests = about.filter(({ messageKind }) => messageKind === 'Test');
        if (seen.kind === 'delete')
          return tests.some((one) => acceptedOf(one) !== undefined && isDeleted(one)) ? 'passed' : undefined;
        if (seen.kind !== 'callback' || seen.messageKind !== 'Test' || seen.status !== 400) return undefined;
        if (!seen.signed || seen.injected === true) return undefined;
        const { nonce } = about[0]?.deliveries.at(-1) ?? {};
        const copied = nonce === undefined ? '' : ` ${excerpt(nonce)}`;
        const expected = `POST ${path('Test', seen.messageId)} with the nonce${copied}, answered 204`;
        return sightOf(seen, expected, `answered 400 to ${excerpt(seen.body)}`);
      },
  },
  {
    // Events: BillPaymentFailed is followed by no result.
    requirement: 'payment/failed-has-no-result',
    cause: 'a result for BillPaymentFailed',
    look:
      () =>
      ({ seen, about }) => {
        const failed = about.filter(({ messageKind }) => messageKind === 'BillPaymentFailed');
        if (failed.length === 0) return undefined;
        if (seen.kind !== 'callback')
          return failed.some((one) => one.callbacks.length === 0 && isDeleted(one)) ? 'passed' : undefined;
        return sightOf(seen, 'no callback', `a callback of the kind ${seen.messageKind}: ${excerpt(seen.body)}`);
      },
  },
];

const all = [...rows, ...deleteAfterCallback, ...handledDeleted, ...results];

/** What each call of a till tells, beside the messages that it is about. */
export const calls = lawOfCalls('till/calls', all, ({ signatures }) => [
  signatures
    ? ['auth/calls-are-signed', 'the till made no call to be signed']
    : ['auth/calls-are-signed', 'signatures are not looked at', 'platform.signature.mode'],
  ['queue/issued-credentials', 'the till made no queue call'],
  ['queue/callback-address', 'the till sent no result'],
  ['queue/test-round-trip', 'no Test message was answered and deleted', 'triggers.testRoundTrip'],
  ['queue/delete-after-callback', 'no message was answered and deleted'],
  ['queue/handled-message-deleted', 'the till sent no result'],
  ['queue/group-order', 'too few messages of one group were answered'],
  ['queue/duplicate-same-result', 'no message that was answered came again'],
  ['payment/failed-has-no-result', 'no BillPaymentFailed was taken off the queue', 'pos.fixtures.tables.open'],
]);
