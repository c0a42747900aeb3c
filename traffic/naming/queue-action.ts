import type { Exchange } from '../exchange.ts';

/** A call to the queue whose body does not say which. */
export const untold = 'queue';

/**
 * The action of a call to the queue; undefined where the request speaks the platform's own API. Clients post to `/` or to
 * the queue's path; a form alone says so only there, since the platform's own paths may be sent a form by mistake.
 */
export const queueActionOf = ({ url, headers, body }: Exchange['request']): string | undefined => {
  const target = headers['x-amz-target'];
  if (target !== undefined) return target.replace(/^AmazonSQS\./, '');
  const isForm = (headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
  const isSigned = (headers['authorization'] ?? '').startsWith('AWS4-');
  // Without any of them it cannot be one, and taking an address apart costs more than looking.
  if (!isForm && !isSigned && !url.includes('?')) return undefined;
  // A path may begin with two slashes, which alone would say that a host follows.
  const address = URL.parse(url.startsWith('/') ? `http://queue${url}` : url);
  if (address === null) return isSigned ? untold : undefined;
  const { pathname, searchParams } = address;
  const inAddress = searchParams.get('Action') ?? undefined;
  const isThere = (pathname === '/' || pathname.endsWith('.fifo')) && (isForm || inAddress !== undefined);
  if (!isSigned && !isThere) return undefined;
  const inForm = isForm || isSigned ? new URLSearchParams(body.text ?? '').get('Action') : null;
  return inAddress ?? inForm ?? untold;
};
