import { instead, type Sight } from '../../evidence/row.ts';
import { shortened } from '../../retention/shortened.ts';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { lawOfTraffic, type TrafficRow } from './law-of-rows.ts';

type Activation = TrafficOf<'activation'>;
/** Without what the till said, which may be large. */
type Granted = Pick<Activation, 'at' | 'exchange' | 'issued'>;

/** How long a refused till is watched: one that takes HTTP 200 for success reports its health at once. */
export const refusedWatchMs = 2_000;
/** Further apart, the till may have been replaced by another. */
const sameInstallationMs = 30 * 60_000;
/** What was begun under the old credentials may be brought to its end: an open poll, and the work on what it brought. */
const takeOverMs = 30_000;

const formerKept = (what: string): string =>
  `The till was activated again and still works with the ${what} of its former activation, which the platform may have withdrawn; use what the latest activation response holds.`;

const rows: readonly TrafficRow[] = [
  {
    // Errors: success is read from the body, since activation always answers HTTP 200.
    requirement: 'activation/failure-respected',
    message:
      'After an activation that was answered with success false the till went on as if it were active; read success from the body, the HTTP status is always 200.',
    dueMs: 0,
    look: () => {
      let refusal: Granted | undefined;
      return (seen) => {
        if (seen.kind === 'unknown-path') return undefined;
        if (seen.kind === 'activation') {
          refusal = { at: seen.at, exchange: seen.exchange };
          const kept = { exchanges: [], expected: '', actual: '' };
          return seen.success ? 'over' : instead('', { ...kept, at: seen.at + refusedWatchMs, passes: true });
        }
        // A till that was at work before it was given a PIN is still active from elsewhere.
        if (refusal === undefined || isOfEarlierRun(seen)) return 'over';
        return instead('', {
          expected: `no signed call and no queue call within ${refusedWatchMs / 1000} s after success false`,
          actual: inWords(seen),
          exchanges: [refusal.exchange, seen.exchange],
          cause: `${seen.kind} after a refused activation`,
        });
      };
    },
  },
  {
    // Resources › ActivatePos: posInstallationId is a stable identifier of the installation; who has none may leave it out.
    requirement: 'activation/stable-installation-id',
    cause: 'another installation id',
    look: () => {
      let lastAt: number | undefined;
      let named: { readonly id: string; readonly exchange: number } | undefined;
      return (seen) => {
        if (seen.kind !== 'activation') return undefined;
        const isFirst = lastAt === undefined || seen.at - lastAt > sameInstallationMs;
        const known = isFirst ? undefined : named;
        lastAt = seen.at;
        const id = installationIn(seen);
        named = id === undefined ? known : { id, exchange: seen.exchange };
        if (isFirst) return undefined;
        if (known === undefined || id === undefined || known.id === id) return 'passed';
        return {
          expected: `posInstallationId ${JSON.stringify(known.id)}, as before`,
          actual: JSON.stringify(id),
          exchanges: [known.exchange, seen.exchange],
        };
      };
    },
  },
  {
    // Authentication: the credentials of the latest activation are used from then on.
    requirement: 'activation/new-credentials',
    cause: 'former API key',
    look: ({ signatures }) => {
      const [former, used] = [new Set<string>(), new Set<string>()];
      let latest: Granted | undefined;
      return (seen) => {
        if (seen.kind === 'activation') {
          if (!seen.success || seen.issued === undefined) return undefined;
          for (const key of keysOf(latest)) former.add(key);
          latest = { at: seen.at, exchange: seen.exchange, issued: seen.issued };
          for (const key of keysOf(latest)) former.delete(key);
          used.clear();
          return undefined;
        }
        const key = 'key' in seen ? seen.key : undefined;
        if (key === undefined || latest === undefined || former.size === 0) return undefined;
        if (former.has(key)) return seen.at - latest.at > takeOverMs ? usesFormer(seen, latest) : undefined;
        // The new key beside the secret of before is not the new credentials; any other key is a stranger's.
        const own = keysOf(latest);
        if (own.includes(key) && !('signed' in seen && !seen.signed)) used.add(key);
        const isUsed = (one: string) => used.has(one) || (!signatures && one === latest?.issued?.apiKey);
        return own.every(isUsed) ? 'passed' : undefined;
      };
    },
  },
];

/**
 * Who takes a refusal for success has no key to call with; a till that is still active from an earlier run goes on with the
 * one it was issued there.
 */
const isOfEarlierRun = (seen: TillTraffic): boolean => 'key' in seen && !isNothing(seen.key ?? '');

/** What becomes of a member that is not there, such as "undefined" or "None"; a key that was issued is longer. */
export const isNothing = (key: string): boolean => key.length < shortestKey || nothings.includes(key.toLowerCase());
const shortestKey = 8;
const nothings: readonly string[] = ['undefined', '[object object]'];

const inWords = (seen: TillTraffic): string => {
  if (seen.kind === 'queue-refused') return `a queue call ${seen.action} (${seen.reason})`;
  return seen.kind === 'receive' || seen.kind === 'delete' ? `a queue call: ${seen.kind}` : `a ${seen.kind} call`;
};

const installationIn = ({ body }: Activation): string | undefined => {
  const { posInstallationId } = Object(body);
  return typeof posInstallationId === 'string' ? shortened(posInstallationId) : undefined;
};

const keysOf = (granted: Granted | undefined): readonly string[] =>
  granted?.issued === undefined ? [] : [granted.issued.apiKey, granted.issued.accessKeyId];

const usesFormer = (seen: Exclude<TillTraffic, Activation>, { at, exchange }: Granted): Sight => {
  const isOfQueue = seen.kind === 'receive' || seen.kind === 'delete' || seen.kind === 'queue-refused';
  return {
    expected: `${isOfQueue ? 'accessKeyId and secretAccessKey' : 'apiKey and secret'} of the latest activation response, ${takeOverMs / 1000} s after it at the latest`,
    actual: `${seen.kind}: signed with the former credentials ${Math.round((seen.at - at) / 1000)} s after the new activation`,
    exchanges: [exchange, seen.exchange],
    ...(isOfQueue && { message: formerKept('queue credentials'), cause: 'former queue credentials' }),
  };
};

/** How a till takes what it is answered when it activates. */
export const activation = lawOfTraffic('till/activation', rows, () => [
  [
    'activation/failure-respected',
    'no activation was refused, or the till was already calling before it got a PIN: stop the till and restart it before the run',
    'triggers.activatePos',
  ],
  ['activation/stable-installation-id', 'the till activated only once', 'triggers.activatePos'],
  [
    'activation/new-credentials',
    'the till was activated only once, or made too few calls with its new credentials',
    'triggers.activatePos',
  ],
]);
