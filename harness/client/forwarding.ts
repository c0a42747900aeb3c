import type { Dispatcher } from 'undici';

/** Tells another handler all that it is told, for one that changes some of it. */
export const forwarding = (handler: Dispatcher.DispatchHandler) =>
  ({
    onRequestStart: (...start) => handler.onRequestStart?.(...start),
    onRequestSent: () => handler.onRequestSent?.(),
    onResponseStart: (...start) => handler.onResponseStart?.(...start),
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...error) => handler.onResponseError?.(...error),
  }) satisfies Dispatcher.DispatchHandler;
