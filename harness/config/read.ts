import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkConfig, type Config, merchantAddresses } from '#schemas';
import { isObject } from '#traffic';
import { misuse, UsageError } from './usage-error.ts';
import { configShape } from './config-schema.ts';
import { defaultConfigFile } from './default-files.ts';
import { parseConfig } from './parse.ts';
import { platformAddress } from './platform-address.ts';
import { checkSendable } from './sendable.ts';
import { withTexts } from './template.ts';
import { readTextFile } from './text-file.ts';
import { checkTriggerTemplates } from './triggers.ts';

/** A configuration that has been checked, and where it came from. */
export interface LoadedConfig {
  readonly config: Config;
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
  const config = checkedConfig(value ?? {}, name, raw);
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
  const name = given ?? defaultConfigFile;
  try {
    return readTextFile(path, name);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
    const next =
      given === undefined ? 'conformance init merchant, or pos, writes one.' : 'give an existing one with --config.';
    throw new UsageError(`The configuration file ${name} ${why}: ${next}`, '--config');
  }
};

/** The value as a Config, or one UsageError with every problem. `where` opens the message; `raw`: with its variables. */
export const checkedConfig = (value: unknown, where: string, raw: unknown = value): Config => {
  const checked = checkConfig(value, configShape);
  if (checked.ok) {
    checkTriggerTemplates(checked.config, where);
    platformAddress(checked.config.platform);
    checkUserinfo(checked.config, where);
    checkSendable(checked.config, raw, where);
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
    throw misuse(key, `the file ${file} cannot be read.`);
  }
};

/**
 * Expands `${NAME}` in every string of a configuration; `$${NAME}` stands for the text `${NAME}`. `secrets`: what came from the
 * environment.
 * A variable that is not set is misuse: an empty token would only show up as the target refusing us.
 */
export const expandEnvironment = (value: unknown, env: Readonly<Record<string, string | undefined>>) => {
  const secrets = new Set<string>();

  const text = (raw: string, key: string): string =>
    raw.replaceAll(/(\$?)\$\{([^}]*)\}/g, (whole: string, escape: string, name: string) => {
      if (escape !== '') return whole.slice(1);
      const found = env[name];
      if (found === undefined) {
        throw misuse(
          key,
          `the environment variable ${name} is not set. Set it, or write $$\{${name}} if the text itself is meant.`,
        );
      }
      if (found !== '') secrets.add(found);
      return found;
    });

  return { value: withTexts(value, text), secrets: [...secrets] };
};

/** Every address of a configuration by its key, whether or not it is one. */
const addressesIn = ({ merchant = {}, platform = {}, queue = {}, triggers, pos = {} }: Config) => {
  const ofTriggers = (at: string, table: Config['triggers'] = {}) =>
    Object.entries(table).map(([name, trigger]) => [`${at}triggers.${name}.http.url`, trigger?.http?.url] as const);
  const all: readonly (readonly [key: string, address: unknown])[] = [
    ...merchantAddresses.map((key) => [`merchant.${key}`, merchant[key]] as const),
    ...(['url', 'controlUrl', 'publicUrl'] as const).map((key) => [`platform.${key}`, platform[key]] as const),
    ['queue.endpoint', queue.endpoint],
    ...ofTriggers('', triggers),
    ...(pos.tills ?? []).flatMap((till, index) => ofTriggers(`pos.tills[${index}].`, till.triggers)),
  ];
  return all.flatMap(([key, address]) => (typeof address === 'string' ? [{ key, address }] : []));
};

/** A password in an address gets into every log on its way, and not every client sends it. */
export const checkUserinfo = (config: Config, where: string): void => {
  for (const { key, address } of addressesIn(config)) {
    if (!/^\s*[a-z][a-z0-9+.-]*:[/\\]*[^/\\?#]*@/iu.test(address)) continue;
    throw new UsageError(
      `${where}: ${key} holds a user name or password in front of its host. Leave it out, and send it as a header: Authorization: Basic $\{CREDENTIALS}.`,
      key,
    );
  }
};

/** A key in a query is shown in every report unless it came from the environment. `raw`: before that was expanded. */
export const plainQueries = (raw: Config, where: string): readonly string[] => {
  const plain = addressesIn(raw).flatMap(({ key, address }) =>
    (/\?([^#]*)/u.exec(address)?.[1] ?? '').split('&').flatMap((parameter) => {
      const [name = '', value = ''] = parameter.split('=', 2);
      // What begins with a slash is a route.
      return value === '' || /\$\{|\{\{|^(?:\/|%2F)/iu.test(value) ? [] : [{ key, name: name.slice(0, 80) }];
    }),
  );
  return [...Map.groupBy(plain, ({ name }) => name)].map(
    ([name, places]) =>
      `${where}: ${places.map(({ key }) => key).join(', ')}: the value of "${name}" is shown in reports. If it is a secret, write ${name}=$\{NAME} and set NAME in the environment.`,
  );
};
