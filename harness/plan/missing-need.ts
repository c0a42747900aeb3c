import type { Config } from '#schemas';

/** The first need that the configuration does not meet. An empty list or object is as good as none. */
export const missingNeed = (
  needs: readonly string[],
  config: Config,
  hasTrigger: (name: string) => boolean,
): string | undefined =>
  needs.find((need) => {
    const [root, name = ''] = need.split('.');
    // A manual trigger with nobody to ask is configured, yet missing.
    if (root === 'triggers') return !hasTrigger(name);
    return isAbsent(need.split('.').reduce<unknown>(memberOf, config));
  });

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

const isAbsent = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
};
