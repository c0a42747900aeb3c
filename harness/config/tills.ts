import { type Config, type NamedTill, nearest } from '#schemas';
import { UsageError } from './usage-error.ts';
import { ofARun } from './files.ts';
import type { LoadedConfig } from './read.ts';
import { tillTarget } from './configured-targets.ts';

/** One of several tills, with a configuration as if it were the only one. */
export interface OneTill {
  readonly name: string;
  readonly loaded: LoadedConfig;
}

/**
 * The tills of `pos.tills`, or those `chosen` among them; undefined where the configuration has one till only. Throws a
 * UsageError for what cannot be told apart or is said twice.
 */
export const tillsOf = (loaded: LoadedConfig, chosen: readonly string[] = []): readonly OneTill[] | undefined => {
  const { config, file } = loaded;
  const tills = config.pos?.tills;
  if (tills === undefined) {
    if (chosen.length === 0) return undefined;
    throw new UsageError(`--till names one of pos.tills, and ${file} has none.`, '--till');
  }
  if (tills.length === 0)
    throw new UsageError(`${file}: pos.tills is empty. Name a till, or leave the key out.`, 'pos.tills');
  checkPlaces(config, tills, file);
  const names = tills.map(({ name }) => name);
  for (const name of chosen) {
    if (names.includes(name)) continue;
    const meant = nearest(name, names);
    const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`;
    throw new UsageError(`There is no till "${name}" in ${file}.${suggestion} Valid: ${names.join(', ')}.`, '--till');
  }
  const all = tills.map((till, index) => {
    const one = { name: till.name, loaded: { ...loaded, config: configOf(config, till) } };
    tillTarget(one.loaded.config, file, `pos.tills[${index}]`);
    return one;
  });
  return chosen.length === 0 ? all : all.filter(({ name }) => chosen.includes(name));
};

const checkPlaces = ({ pos = {} }: Config, tills: readonly NamedTill[], file: string): void => {
  for (const key of ['command', 'image'] as const) {
    if (pos[key] === undefined) continue;
    throw new UsageError(
      `${file}: pos.${key} and pos.tills are both given. Give each till its own ${key}, or leave pos.tills out.`,
      `pos.${key}`,
    );
  }
  // Names are folders, and some file systems do not tell Front from front.
  const taken = new Set(ofARun);
  for (const [index, { name }] of tills.entries()) {
    const folder = name.toLowerCase();
    const key = `pos.tills[${index}].name`;
    if (taken.has(folder)) {
      const why = ofARun.includes(folder) ? 'is the name of one of our reports' : 'is taken by another till';
      throw new UsageError(`${file}: ${key}: ${name} ${why}. Give each till a name of its own.`, key);
    }
    taken.add(folder);
  }
};

/** Several targets may share a file, and the name in it. */
export const namedApart = (config: Config, name: string): Config => ({
  ...config,
  target: { ...config.target, name: [config.target?.name, name].filter(Boolean).join(' · ') },
});

const configOf = (config: Config, till: NamedTill): Config => {
  const { name, capabilities, triggers, ...own } = till;
  const { tills, ...shared } = config.pos ?? {};
  return {
    ...namedApart(config, name),
    pos: { ...shared, ...own },
    ...(capabilities !== undefined && {
      capabilities: { ...config.capabilities, pos: { ...config.capabilities?.pos, ...capabilities } },
    }),
    ...(triggers !== undefined && { triggers: { ...config.triggers, ...triggers } }),
  };
};
