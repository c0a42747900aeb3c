import type { TillTraffic, TrafficOf } from '../../../till-traffic.ts';
import { failed, definePosLaw, passed, notExercised } from '../../define.ts';

const id = 'activation/failure-respected';

/** How long a refused till is watched: one that takes HTTP 200 for success reports its health at once. */
export const refusedWatchMs = 2_000;

/** Errors: success is read from the body, since activation always answers HTTP 200. */
export const failureRespected = definePosLaw({
  id: 'activation/failure-respected',
  covers: [id],
  start: () => {
    /** A till that was at work before it was given a PIN is still active from elsewhere. */
    let isElsewhere = false;
    let isActive = false;
    let refusal: Pick<TrafficOf<'activation'>, 'at' | 'exchange'> | undefined;
    let isKept = false;
    const kept = (now: number) => {
      if (refusal === undefined || isKept || isElsewhere || isActive || now - refusal.at < refusedWatchMs) return [];
      isKept = true;
      return [passed(id)];
    };
    return {
      see(seen) {
        if (isActive) return [];
        if (seen.kind === 'activation') {
          const before = kept(seen.at);
          isActive = seen.success;
          refusal = { at: seen.at, exchange: seen.exchange };
          isKept = false;
          return before;
        }
        if (!isOfActiveTill(seen)) return [];
        if (refusal === undefined || isElsewhere || isOfEarlierRun(seen)) {
          isElsewhere = true;
          return [];
        }
        isKept = true;
        return [
          failed(id, {
            message:
              'After an activation that was answered with success false the till went on as if it were active; read success from the body, the HTTP status is always 200.',
            expected: `no signed call and no queue call within ${refusedWatchMs / 1000} s after success false`,
            actual: inWords(seen),
            exchanges: [refusal.exchange, ...('exchange' in seen ? [seen.exchange] : [])],
            cause: `${seen.kind} after a refused activation`,
          }),
        ];
      },
      at: kept,
      end: (now) => [
        ...kept(now),
        isElsewhere
          ? notExercised(id, 'the till was calling before it was given a PIN; stop it and start it anew before the run')
          : notExercised(id, 'no activation was refused', 'triggers.activatePos'),
      ],
    };
  },
});

const isOfActiveTill = ({ kind }: TillTraffic): boolean => kind !== 'activation' && kind !== 'unknown-path';

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
