import type { Dispatcher } from 'undici';

/**
 * Spaces may stand behind a Content-Length (RFC 9110, 5.5). undici 8.13 counts them as digits, and then takes the whole body for one
 * that is not as long as was said.
 */
export const untilWhole = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => {
  let told: number | undefined;
  let size = 0;
  return {
    onRequestStart: (...start) => handler.onRequestStart?.(...start),
    onRequestSent: () => handler.onRequestSent?.(),
    onResponseStart(controller, status, headers, message) {
      const length = headers['content-length'];
      told = typeof length === 'string' && /^\d+ +$/u.test(length) ? Number(length) : undefined;
      handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData(controller, chunk) {
      size += chunk.length;
      handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError(controller, error) {
      if (told !== undefined && size === told) handler.onResponseEnd?.(controller, {});
      else handler.onResponseError?.(controller, error);
    },
  };
};
