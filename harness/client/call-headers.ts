import { lowerCased } from '#traffic';
import { userAgent } from '../config/tool.ts';

/** What every call to a merchant says of itself; what is configured goes before it. */
export const callHeaders = (
  configured: Readonly<Record<string, string>> | undefined,
  { hasBody }: { readonly hasBody: boolean },
): Record<string, string> => ({
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': userAgent(),
  ...(hasBody && { 'content-type': 'application/json' }),
  ...lowerCased(configured ?? {}),
});
