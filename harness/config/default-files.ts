/** Where `--config` names no other. */
export const defaultConfigFile = 'conformance.yaml';
/** Where `--out` names no other folder. */
export const defaultOut = 'conformance-results';

/** Whether this is a job of a CI server, as most of them say. */
export const isCi = (env: Readonly<Record<string, string | undefined>>): boolean =>
  !['', '0', 'false'].includes(env['CI'] ?? '');
