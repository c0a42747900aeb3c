import { type CheckoutPhase, basketTimeline } from '#schemas';

/** When the phase ends by itself: the first moment that is too late. "Until" and "at the latest" include the moment named. */
export const dueAt = (phase: CheckoutPhase): number | undefined => {
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

export const isOver = (phase: CheckoutPhase): boolean => dueAt(phase) === undefined;

/** The call whose answer is awaited. */
export const awaitedCall = (phase: CheckoutPhase): number | undefined => ('call' in phase ? phase.call : undefined);

const second = 1000;

/** Limits: the merchant answers an order within 8 seconds. For the other calls no limit is shown (assume/response-times). */
export const answerLimitMs = 8 * second;

const { paymentMs: paymentLimitMs, outageMs: outageLimitMs } = basketTimeline;

export const answerBy = (sentAt: number): number => sentAt + answerLimitMs;

/** When the first order of a basket may be sent at the latest: 3 minutes after expiresAt. */
const latestOrderAt = (expiresAt: number): number => expiresAt + paymentLimitMs;

/** When the payment must be through. It starts by expiresAt, so the order it leads to is never too late. */
export const payBy = (startedAt: number, expiresAt: number): number =>
  Math.min(startedAt + paymentLimitMs, latestOrderAt(expiresAt));

/** When the platform stops sending an order again: 5 minutes after it was first sent, so at most 8 after expiresAt. */
export const giveUpAt = (firstSentAt: number, expiresAt: number): number =>
  Math.min(firstSentAt, latestOrderAt(expiresAt)) + outageLimitMs;

/** When an order whose attempt `attempt` failed goes out again. A refused connection fails at once, hence the pauses. */
export const retryAt = (failedAt: number, attempt: number): number =>
  failedAt + Math.min(second * 2 ** (attempt - 1), 30 * second);
