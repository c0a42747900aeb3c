import { existsSync } from 'node:fs';
import { isCi } from './default-files.ts';

/** Where the documentation lies once it is built: in a package always. */
export const builtDocumentation = new URL('../../docs/built/', import.meta.url);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The address reports link to: where CONFORMANCE_DOCS says that it is published, or else in this package. What a CI job
 * leaves is read elsewhere, where that is not.
 */
export const documentationAddress = (env: Environment): string | undefined => {
  const published = env['CONFORMANCE_DOCS'];
  if (published !== undefined && published !== '') return published.endsWith('/') ? published : `${published}/`;
  return !isCi(env) && existsSync(builtDocumentation) ? builtDocumentation.href : undefined;
};
