/** Where `--config` names no other. */
export const defaultConfigFile = 'conformance.yaml';
/** Where `--out` names no other folder. */
export const defaultOut = 'conformance-results';
