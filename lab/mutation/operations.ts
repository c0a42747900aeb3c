import type { Config } from '#schemas';
import { createClassifier, readBody } from '#traffic';

/** Which of a merchant's five calls a request is; undefined for those that are not of the specification. */
export const merchantOperation = (request: Request, { merchant = {} }: Config): string | undefined => {
  const { pathname, searchParams } = new URL(request.url);
  const isAt = (url: string | undefined) => url !== undefined && new URL(url).pathname === pathname;
  if (isAt(merchant.basketUrl) && request.method === 'GET') return 'retrieval';
  if (isAt(merchant.recalculateUrl)) return searchParams.get('lock') === 'true' ? 'lock' : 'recalculation';
  if (isAt(merchant.orderUrl)) return 'order';
  return isAt(merchant.catalogueUrl) ? 'catalogue' : undefined;
};

const classify = createClassifier({});

/** What a request to the platform carries. */
export const platformOperation = async (request: Request): Promise<string | undefined> => {
  const { body } = await readBody(request.clone());
  const headers = Object.fromEntries(request.headers);
  const { name, messageKind, action } = classify({ method: request.method, url: request.url, headers, body });
  switch (name) {
    case 'activation':
      return 'ActivatePos';
    case 'health':
      return 'ReportPosHealth';
    case 'testCall':
      return 'test-call';
    case 'callback':
      return `${messageKind}/result`;
    case 'event':
      return messageKind;
    case 'listTipRecipients':
      return 'tip-list';
    case 'getTipRecipient':
      return 'tip-get';
    case 'putTipRecipient':
      return 'tip-put';
    case 'unknown':
      return undefined;
    default:
      return action ?? name;
  }
};
