import { curl, type Sent } from './curl.ts';

/** Where a shop that is a function is said to be: a host that can be none. */
export const inProcessOrigin = 'http://in-process.invalid';

/** What sends a request again: a command, or for a shop that is a function the line of a program. */
export const sentAgain = (sent: Sent): string =>
  sent.url.startsWith(`${inProcessOrigin}/`) ? functionCall(sent) : curl(sent);

/** `fetch` is the function that the shop was handed over as. */
const functionCall = ({ method, url, headers, body = '', truncated = false }: Sent): string => {
  const init = {
    ...(method !== 'GET' && { method }),
    headers,
    ...(body !== '' && { body }),
  };
  const note = truncated ? ' // the body was recorded only up to here' : '';
  return `await fetch(new Request(${JSON.stringify(url)}, ${JSON.stringify(init)}))${note}`;
};
