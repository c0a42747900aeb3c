import { type Fetch, serve } from '#mocks/hosting';
import type { ListenAddress } from '../config/platform-address.ts';
import { misuse } from '../config/usage-error.ts';

/** An address, and what the user calls it. */
export type NamedAddress = ListenAddress & { readonly key: string };

/** Serves an app; throws a UsageError where nothing can be served. */
export const listening = async (fetch: Fetch, { key, ...address }: NamedAddress): ReturnType<typeof serve> => {
  try {
    return await serve(fetch, address);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const where = `${address.hostname ?? '127.0.0.1'}:${address.port ?? 0}`;
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`;
    throw misuse(key, `${where} ${why}. Give another port, or 0 for any free one.`);
  }
};
