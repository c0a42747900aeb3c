import type { Config } from '#schemas';
import { UsageError } from './usage-error.ts';

/** The platform to certify and its control driver, without trailing slashes; undefined is our own mock. */
export interface PlatformTarget {
  readonly url: string;
  readonly controlUrl: string;
}

export const platformTarget = ({ platform = {} }: Config, file: string): PlatformTarget | undefined => {
  const { url, controlUrl } = platform;
  if (url === undefined && controlUrl === undefined) return undefined;
  if (url !== undefined && controlUrl !== undefined) return { url: bare(url), controlUrl: bare(controlUrl) };
  const [missing, given] = url === undefined ? ['url', 'controlUrl'] : ['controlUrl', 'url'];
  throw new UsageError(
    `${file}: platform.${given} is given and platform.${missing} is missing. Give both, or neither to certify our own mock.`,
    `platform.${missing}`,
  );
};

const bare = (url: string): string => url.replace(/\/+$/, '');
