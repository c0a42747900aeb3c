import type { Finding } from '#schemas';

/** The order as it was confirmed first. */
interface Confirmed {
  readonly shopOrderId: string | undefined;
  readonly exchange: number;
}

/** What a repeat was answered, in words, and the exchange that shows it. */
interface Repeated {
  readonly actual: string;
  readonly exchange: number;
}

/** A second order came of it. */
export const anotherOrder = 'another shopOrderId';

/** Why a repeat that is refused with 4xx is only a warning. */
export const noSecondOrder = 'no second order came of it, and what errors an order may have is not shown';

export const orderedAnew = (
  known: Confirmed,
  { shopOrderId, exchange }: { readonly shopOrderId: string; readonly exchange: number },
  apart: readonly string[] = [],
): Finding => ({
  message: [
    'The same order sent again was confirmed as another order, so the customer would get it twice; look the oaOrderId up before creating an order.',
    ...apart,
  ].join(' '),
  expected: `shopOrderId "${known.shopOrderId}"`,
  actual: `shopOrderId "${shopOrderId}"`,
  pointer: '/shopOrderId',
  exchanges: [known.exchange, exchange],
  cause: anotherOrder,
});

export const unconfirmedRepeat = (
  known: Confirmed,
  answer: { readonly kind: string; readonly status?: number },
  { actual, exchange }: Repeated,
): Finding => ({
  message:
    'The same order sent again was not confirmed: a platform that did not hear the first answer never learns the shopOrderId. Answer a repeat with the confirmation of the first time.',
  expected: `2xx with shopOrderId "${known.shopOrderId ?? ''}"`,
  actual,
  exchanges: [known.exchange, exchange],
  cause: answer.kind === 'refused' ? `repeat refused with ${answer.status}` : `repeat ${answer.kind}`,
});
