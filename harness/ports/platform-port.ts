import type { ReceivingPlatform } from '#scenarios';

/** The platform's side of a merchant run. */
export interface HostedPlatform extends AsyncDisposable {
  readonly port: ReceivingPlatform;
  /** The platform has loaded this basket, so that its merchant may push changes of it. */
  loaded(basketId: string): void;
}

/** For runs in which no merchant can be told where to push. */
export const silentPlatform: HostedPlatform = {
  port: { url: '', nextChange: () => Promise.resolve(undefined), rejectNext: () => undefined },
  loaded: () => undefined,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
