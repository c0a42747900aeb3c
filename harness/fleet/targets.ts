import { globSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { type Fleet, validate } from '#schemas';
import { parseConfig } from '../config/parse.ts';
import { readGivenFile } from '../config/text-file.ts';
import { UsageError } from '../config/usage-error.ts';
import type { FleetFile } from './manifests/manifest.ts';

/** One of a fleet. Its place in the list is its index, which every machine that reads the same files agrees on. */
export interface FleetTarget {
  /** Its folder in the results, and what the report calls it. */
  readonly name: string;
  readonly suite: 'merchant' | 'pos';
  /** The configuration file, an absolute path. */
  readonly config: string;
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly labels: Readonly<Record<string, string>>;
}

/** The targets of a fleet file, patterns in alphabetical order. Throws a UsageError that says what is wrong with it. */
export const fleetTargets = (file: string, cwd: string): readonly FleetTarget[] => {
  const path = resolve(cwd, file);
  const { targets } = checked(readGivenFile(path, `The fleet file ${file}`), file);
  const folder = dirname(path);
  const found = targets.flatMap(({ config, suite = 'merchant', overrides = {}, labels = {} }) => {
    const files = globSync(config, { cwd: folder }).toSorted();
    if (files.length === 0)
      throw new UsageError(`${file}: no configuration file is called ${config}. Patterns are relative to ${file}.`);
    return files.map((each) => ({
      name: nameOf(relative(folder, resolve(folder, each))),
      suite,
      config: resolve(folder, each),
      overrides,
      labels,
    }));
  });
  const names = found.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`${file}: the target ${twice} is listed twice.`);
  return found;
};

/** The fleet file and the configurations it lists, by their places below its folder. */
export const fleetFiles = (file: string, cwd: string, targets: readonly FleetTarget[]): readonly FleetFile[] => {
  const path = resolve(cwd, file);
  const all = [path, ...new Set(targets.map(({ config }) => config))];
  return all.map((each) => ({
    path: relative(dirname(path), each).replaceAll('\\', '/'),
    text: readGivenFile(each, each),
  }));
};

const checked = (text: string, file: string): Fleet => {
  const value = parseConfig(text, file);
  const [wrong] = validate('fleet', value);
  if (wrong === undefined) return value as Fleet;
  throw new UsageError(
    `${file}: ${wrong.pointer === '' ? 'the whole file' : wrong.pointer}: ${wrong.message} conformance schema fleet says what it holds.`,
  );
};

/** Of the path below the fleet file, without what no file system likes. */
const nameOf = (path: string): string =>
  path
    .replace(/\.(?:ya?ml|json)$/i, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '') || 'target';
