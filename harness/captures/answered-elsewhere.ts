import { isObject, type JsonObject } from '#traffic';

/**
 * Whether an entry of an HTTP Archive was answered by a cache, a service worker or a test's own route: whoever is called in it
 * did not give this answer. Each program says so in its own words.
 */
export const isAnsweredElsewhere = (entry: unknown): boolean => {
  if (!isObject(entry) || !isObject(entry['response'])) return false;
  const { response } = entry;
  return Number(response['status']) > 0 && sayings.some((says) => says(entry, response));
};

const sayings: readonly ((entry: JsonObject, response: JsonObject) => boolean)[] = [
  // DevTools: "disk" or "memory".
  ({ _fromCache: cache }) => typeof cache === 'string',
  (_, { _fetchedViaServiceWorker: fetched }) => fetched === true,
  // Playwright, of a route of the test.
  ({ _wasFulfilled: fulfilled }) => fulfilled === true,
  // Playwright and DevTools: not a byte of it was transferred. mitmproxy leaves the headers out of the sum.
  (_, { _transferSize: transferred, content }) => transferred === 0 && Number(Object(content).size) > 0,
  // chrome-har.
  (_, answer) => ['fromDiskCache', 'fromServiceWorker', 'fromPrefetchCache'].some((name) => answer[name] === true),
  // Firefox: an answer with headers of no size, from no address.
  (entry, { headersSize }) => '_securityState' in entry && headersSize === 0 && entry['serverIPAddress'] === undefined,
];
