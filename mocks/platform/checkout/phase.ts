import type { OrderConfirmation, OrderPlacement, PaymentDetails } from '#schemas';
import type { Choice, Offer } from './offer.ts';

/** Something the user has to know before deciding again. */
export interface Notice {
  readonly about:
    | 'changed-by-merchant'
    | 'not-accommodated'
    | 'recalculation-failed'
    | 'lock-failed'
    | 'payment-refused';
  readonly text: string;
}

/** Where a checkout stands. `call` numbers the call that is awaited; the answer to any other one is ignored. */
export type Phase =
  | { readonly name: 'retrieving'; readonly call: number; readonly answerBy: number }
  /** The user looks at the basket, and may change or confirm it until it expires. */
  | { readonly name: 'open'; readonly offer: Offer; readonly notice?: Notice }
  | { readonly name: 'recalculating'; readonly offer: Offer; readonly call: number; readonly answerBy: number }
  | {
      readonly name: 'locking';
      readonly offer: Offer;
      /** Absent where the user has not confirmed yet. */
      readonly choice?: Choice;
      readonly call: number;
      readonly answerBy: number;
    }
  | {
      readonly name: 'paying';
      readonly offer: Offer;
      readonly choice: Choice;
      /** Numbers the payment, as there can be another after a refused one. */
      readonly payment: number;
      readonly payBy: number;
    }
  | ({ readonly name: 'ordering'; readonly call: number; readonly answerBy: number } & Placing)
  /** Between two attempts. */
  | ({ readonly name: 'waiting'; readonly retryAt: number; readonly problem: string } & Placing)
  | { readonly name: 'confirmed'; readonly confirmation: OrderConfirmation }
  /** Nothing came of the order; what was paid has been given back. */
  | {
      readonly name: 'rolled-back';
      readonly reason: string;
      readonly payment: number;
      readonly refunded: boolean;
      readonly paid: PaymentDetails;
    }
  /** Over before anything was paid. */
  | { readonly name: 'ended'; readonly why: 'expired' | 'cancelled' | 'unavailable'; readonly reason: string };

export interface Placing {
  readonly placement: OrderPlacement;
  readonly payment: number;
  readonly attempt: number;
  readonly giveUpAt: number;
}

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
