/** Where `--config` names no other. */
export const defaultConfigFile = 'conformance.yaml';
/** Where `--out` names no other folder. */
export const defaultOut = 'conformance-results';

export const isCi = (env: Readonly<Record<string, string | undefined>>): boolean =>
  !['', '0', 'false'].includes(env['CI'] ?? '');
