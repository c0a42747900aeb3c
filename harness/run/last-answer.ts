import type { TillTraffic } from '#traffic';

/** What a till that has died was told last, where that was no yes: the first place to look for the reason. */
export const lastAnswerIn = (traffic: readonly TillTraffic[]): string | undefined => {
  const last = traffic.findLast(({ kind }) => kind === 'callback' || kind === 'event' || kind === 'receive');
  if (last?.kind !== 'callback' && last?.kind !== 'event') return undefined;
  const { kind, messageKind, status } = last;
  if (status !== undefined && status < 400) return undefined;
  const what = kind === 'callback' ? `the result of ${messageKind}` : `the event ${messageKind}`;
  return `the last it was told was ${status === undefined ? 'nothing, in answer to' : `${status}, in answer to`} ${what}`;
};
