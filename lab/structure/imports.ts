import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** One source file and the source files it imports, types included; paths from the root of the checkout. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*'((?:\.{1,2}\/|#)[^']+)'/g;

/** Every source file below the folders; tests, fixtures, generated files and the built page are not the structure. */
export const readSources = (root: string, folders: readonly string[]): readonly SourceFile[] => {
  const doors = doorsOf(root);
  return folders
    .flatMap((folder) => filesBelow(root, folder))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const imports = [...text.matchAll(specifier)].flatMap(([, name = '']) => resolve(root, path, name, doors) ?? []);
      return { path, lines: text.split('\n').length - 1, imports: [...new Set(imports)] };
    });
};

const isStructure = (name: string): boolean =>
  /\.(?:ts|tsx)$/.test(name) && !/\.(?:test|fixture|contract|gen|d)\.ts$/.test(name);

const filesBelow = (root: string, folder: string): readonly string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).flatMap((name) => {
        const path = `${folder}/${name}`;
        if (statSync(join(root, path)).isDirectory())
          return name === 'built' || name === 'node_modules' ? [] : filesBelow(root, path);
        return isStructure(name) ? [path] : [];
      })
    : [];

/** The doors of package.json: `#schemas` is schemas/index.ts. */
const doorsOf = (root: string): Readonly<Record<string, string>> =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports;

const resolve = (
  root: string,
  from: string,
  name: string,
  doors: Readonly<Record<string, string>>,
): string | undefined => {
  const inTree = (path: string): string | undefined =>
    isStructure(path) && existsSync(join(root, path)) ? path : undefined;
  if (!name.startsWith('#')) return inTree(posix.join(posix.dirname(from), name));
  const exact = doors[name];
  if (exact !== undefined) return inTree(posix.normalize(exact));
  const pattern = Object.keys(doors).find((door) => door.endsWith('/*') && name.startsWith(door.slice(0, -1)));
  const target = pattern === undefined ? undefined : doors[pattern]?.replace('*', name.slice(pattern.length - 1));
  return target === undefined ? undefined : inTree(posix.normalize(target));
};
