export type CallAnswer<Body> =
  | { readonly kind: 'answered'; readonly body: Body }
  /** Any status outside 2xx. */
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string }
  /** 2xx with a body that is not what was asked for. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** No response. */
  | { readonly kind: 'silent'; readonly reason: string };

export type CallFailure = Exclude<CallAnswer<never>, { kind: 'answered' }>;

/**
 * Whether asking again can help. Error responses of the order endpoint are not shown: a 5xx or a request to come back
 * later is an outage, any other refusal is a no.
 */
export const isPassing = (failure: CallFailure): boolean =>
  failure.kind !== 'refused' || failure.status >= 500 || [408, 425, 429].includes(failure.status);

export const describe = (failure: CallFailure): string => {
  switch (failure.kind) {
    case 'refused':
      return `the shop answered ${failure.status}: ${failure.reason}`;
    case 'unusable':
      return `the shop's answer cannot be used: ${failure.reason}`;
    case 'silent':
      return `no response from the shop: ${failure.reason}`;
    default:
      return failure satisfies never;
  }
};
