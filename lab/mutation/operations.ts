import { isSqsRequest } from '#mocks/platform';
import type { Config } from '#schemas';
import { defaultTillPaths, tillCallOf } from '#harness/ports/till-call';

/** Which of a merchant's five calls a request is; undefined for those that are not of the specification. */
export const merchantOperation = (request: Request, { merchant = {} }: Config): string | undefined => {
  const { pathname, searchParams } = new URL(request.url);
  const isAt = (url: string | undefined) => url !== undefined && new URL(url).pathname === pathname;
  if (isAt(merchant.basketUrl) && request.method === 'GET') return 'retrieval';
  if (isAt(merchant.recalculateUrl)) return searchParams.get('lock') === 'true' ? 'lock' : 'recalculation';
  if (isAt(merchant.orderUrl)) return 'order';
  return isAt(merchant.catalogueUrl) ? 'catalogue' : undefined;
};

/** What a request to the platform carries. */
export const platformOperation = async (request: Request): Promise<string | undefined> => {
  if (isSqsRequest(request)) return await queueAction(request);
  const { pathname } = new URL(request.url);
  if (pathname === '/merchant/v1/baskets/change') return 'basketChange';
  const call = tillCallOf(request.method, pathname, defaultTillPaths);
  switch (call.kind) {
    case 'activation':
      return 'ActivatePos';
    case 'health':
      return 'ReportPosHealth';
    case 'test-call':
      return 'test-call';
    case 'callback':
      return `${call.messageKind}/result`;
    case 'event':
      return call.messageKind;
    case 'tip':
      return `tip-${call.action}`;
    case 'unknown-path':
      return undefined;
    default:
      return call satisfies never;
  }
};

/** The JSON protocol names it in a header, the query protocol in the form. */
const queueAction = async (request: Request): Promise<string | undefined> => {
  const target = request.headers.get('x-amz-target')?.split('.').at(-1);
  return target ?? new URLSearchParams(await request.clone().text()).get('Action') ?? undefined;
};
