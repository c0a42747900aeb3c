/** How long the target asks us to wait before the call is sent again, or undefined when it asks nothing. */
export const retryAfterMs = (
  head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined,
  now: number,
): number | undefined => {
  if (head === undefined) return undefined;
  const header = head.headers['retry-after']?.trim();
  if (head.status !== 429 && !(head.status === 503 && header !== undefined)) return undefined;
  if (header === undefined || header === '') return defaultMs;
  if (/^\d+(\.\d+)?$/.test(header)) return Math.max(shortestMs, Number(header) * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? defaultMs : Math.max(shortestMs, date - now);
};

/** Limits › Rate limits: not shown. So a target may have any, and we are patient for this long per call. */
export const patienceMs = 30_000;
const defaultMs = 1000;
/** "Now" must not become a busy loop. */
const shortestMs = 100;
