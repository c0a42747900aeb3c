import type { Finding } from '#schemas';
import type { TillTraffic, TrafficOf } from '#traffic';
import { isAccepted, ofKind } from '#traffic/laws';

/** What a till that has died was told last, where that was no yes: the first place to look for the reason. */
export const lastAnswerIn = (traffic: readonly TillTraffic[]): string | undefined => {
  const last = traffic.findLast(({ kind }) => kind === 'callback' || kind === 'event' || kind === 'receive');
  if (last?.kind !== 'callback' && last?.kind !== 'event') return undefined;
  const { kind, messageKind, status } = last;
  if (status !== undefined && status < 400) return undefined;
  const what = kind === 'callback' ? `the result of ${messageKind}` : `the event ${messageKind}`;
  return `the last it was told was ${status === undefined ? 'nothing, in answer to' : `${status}, in answer to`} ${what}`;
};

/**
 * Of a till that has died: the callback that was not taken after which it began no call any more. Endpoints › Queue delivery ›
 * 4: it polls continuously while the integration is active, and Errors › Callback responses: a 400 leaves the message open.
 */
export const stoppedByCallback = (traffic: readonly TillTraffic[]): Finding | undefined => {
  const last = ofKind(traffic, 'callback').findLast((callback) => !isAccepted(callback));
  if (last === undefined || traffic.some((seen) => isSince(last, seen))) return undefined;
  const { messageKind, status, exchange } = last;
  return {
    message:
      'The till stopped after a callback that the platform did not accept; leave the message or send its result again, and keep polling.',
    expected: 'the next poll',
    actual: `no call since ${status === undefined ? 'no answer came' : `${status} came`} to the result of ${messageKind}`,
    exchanges: [exchange],
    cause: 'died of a callback',
  };
};

/** What a till with several pollers still begins while it goes down. */
const goingDownMs = 1_000;

const isSince = ({ answeredAt }: TrafficOf<'callback'>, seen: TillTraffic): boolean =>
  seen.at > answeredAt + goingDownMs;
