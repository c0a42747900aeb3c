import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Config, checkConfig } from '#schemas';
import { isObject } from '#traffic';
import { UsageError } from './usage-error.ts';
import { configShape } from './config-schema.ts';
import { defaultConfigFile } from './default-files.ts';
import { expandEnvironment } from './environment.ts';
import { checkUserinfo, plainQueries } from './addresses.ts';
import { parseConfig } from './parse.ts';
import { platformAddress } from './platform-address.ts';
import { checkTriggerTemplates } from './triggers.ts';

/** A configuration that has been checked, and where it came from. */
export interface LoadedConfig {
  readonly config: Config;
  /** The file, as it was given. */
  readonly file: string;
  /** Values that came from the environment: never written out. */
  readonly secrets: readonly string[];
  /** What may be meant otherwise than it is, a sentence each. */
  readonly warnings?: readonly string[];
}

export interface ConfigSource {
  /** As given with `--config`; undefined is the default file. */
  readonly file: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What wins over the file, key by key. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads, expands and checks the configuration file. Whatever is wrong with it is one UsageError that names the keys. */
export const readConfig = ({ file, cwd, env, overrides = {} }: ConfigSource): LoadedConfig => {
  const name = file ?? defaultConfigFile;
  const path = resolve(cwd, name);
  const text = readText(path, file);
  const raw = overridden(parseConfig(text, name), overrides);
  const { value, secrets } = expandEnvironment(raw, env);
  const config = checkedConfig(value ?? {}, name);
  return {
    config: withAbsoluteFiles(config, dirname(path)),
    file: name,
    secrets,
    // What comes from the environment is no longer told apart once it is expanded.
    warnings: plainQueries((raw ?? {}) as Config, name),
  };
};

/** The same where there need be no configuration: without the default file everything has its default. */
export const readConfigIfThere = (source: ConfigSource): LoadedConfig =>
  source.file !== undefined || existsSync(resolve(source.cwd, defaultConfigFile))
    ? readConfig(source)
    : { config: {}, file: 'no configuration', secrets: [] };

const overridden = (value: unknown, by: Readonly<Record<string, unknown>>): unknown =>
  Object.entries(by).reduce<unknown>((under, [key, over]) => {
    const members = isObject(under) ? under : {};
    return { ...members, [key]: isObject(over) ? overridden(members[key], over) : over };
  }, value);

const readText = (path: string, given: string | undefined): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
    const next =
      given === undefined ? 'conformance init merchant, or pos, writes one.' : 'give an existing one with --config.';
    throw new UsageError(`The configuration file ${given ?? defaultConfigFile} ${why}: ${next}`, { key: '--config' });
  }
};

/** The value as a Config, or one UsageError with every problem. `where` opens the message. */
export const checkedConfig = (value: unknown, where: string): Config => {
  const checked = checkConfig(value, configShape);
  if (checked.ok) {
    checkTriggerTemplates(checked.config, where);
    platformAddress(checked.config.platform);
    checkUserinfo(checked.config, where);
    return checked.config;
  }
  const lines = checked.problems.map(
    ({ path, message, suggestion }) =>
      `${path === '' ? 'the whole file' : path}: ${message}${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}`,
  );
  const [only, ...others] =
    lines.length > mostProblems ? [...lines.slice(0, mostProblems), `and ${lines.length - mostProblems} more`] : lines;
  throw new UsageError(others.length === 0 ? `${where}: ${only}` : [`${where}:`, only, ...others].join('\n  '));
};

/** More than a person mends before asking again. */
const mostProblems = 50;

/** File names in a configuration are relative to it, so that a run may start from any folder. */
const withAbsoluteFiles = (config: Config, folder: string): Config => {
  const file = (name: string, key: string) => readable(resolve(folder, name), key);
  const scheme = <Scheme extends { module?: string; responses?: { module?: string } }>(given: Scheme, key: string) => ({
    ...given,
    ...(given.module !== undefined && { module: file(given.module, `${key}.module`) }),
    ...(given.responses?.module !== undefined && {
      responses: { ...given.responses, module: file(given.responses.module, `${key}.responses.module`) },
    }),
  });
  const { merchant, platform } = config;
  const tls = Object.entries(merchant?.tls ?? {}).map(([name, path]) => [name, file(path, `merchant.tls.${name}`)]);
  return {
    ...config,
    ...(merchant && {
      merchant: {
        ...merchant,
        ...(merchant.tls && { tls: Object.fromEntries(tls) }),
        ...(merchant.signature && { signature: scheme(merchant.signature, 'merchant.signature') }),
      },
    }),
    ...(platform?.signature && {
      platform: { ...platform, signature: scheme(platform.signature, 'platform.signature') },
    }),
  };
};

const readable = (file: string, key: string): string => {
  try {
    accessSync(file, constants.R_OK);
    return file;
  } catch {
    throw new UsageError(`${key}: the file ${file} cannot be read.`, { key });
  }
};
