import type { CheckoutPhase as Phase } from '#schemas';
export type { CheckoutNotice as Notice, CheckoutPhase as Phase, Placing } from '#schemas';

/** When the phase ends by itself: the first moment that is too late. "Until" and "at the latest" include the moment named. */
export const dueAt = (phase: Phase): number | undefined => {
  switch (phase.name) {
    case 'retrieving':
    case 'recalculating':
    case 'locking':
      return phase.answerBy;
    case 'open':
      return phase.offer.expiresAt + 1;
    case 'paying':
      return phase.payBy + 1;
    case 'ordering':
      return Math.min(phase.answerBy, phase.giveUpAt);
    case 'waiting':
      return Math.min(phase.retryAt, phase.giveUpAt);
    case 'confirmed':
    case 'rolled-back':
    case 'ended':
      return undefined;
    default:
      return phase satisfies never;
  }
};

export const isOver = (phase: Phase): boolean => dueAt(phase) === undefined;

/** The call whose answer is awaited. */
export const awaitedCall = (phase: Phase): number | undefined => ('call' in phase ? phase.call : undefined);
