import type { Dispatcher } from 'undici';
import { forwarding } from './forwarding.ts';

/**
 * Spaces may stand behind a Content-Length (RFC 9110, 5.5). undici 8.13 counts them as digits, and then takes the whole body for one
 * that is not as long as was said.
 */
export const untilWhole = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => {
  let told: number | undefined;
  let size = 0;
  const all = forwarding(handler);
  return {
    ...all,
    onResponseStart(controller, status, headers, message) {
      const length = headers['content-length'];
      told = typeof length === 'string' && /^\d+ +$/u.test(length) ? Number(length) : undefined;
      all.onResponseStart(controller, status, headers, message);
    },
    onResponseData(controller, chunk) {
      size += chunk.length;
      all.onResponseData(controller, chunk);
    },
    onResponseError(controller, error) {
      if (told !== undefined && size === told) all.onResponseEnd(controller, {});
      else all.onResponseError(controller, error);
    },
  };
};
