import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Specifiers to files of `dist/`, with one `*` at most on either side. */
type ImportMap = Readonly<Record<string, string>>;

const specifiersIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:from|import\(|import) ?['"]([#.][^'"]+)['"]/g)].flatMap(([, specifier]) => specifier ?? []);

/** Undefined where the map has no such entry. */
const mapped = (specifier: string, imports: ImportMap): string | undefined => {
  if (imports[specifier] !== undefined) return imports[specifier];
  const patterns = Object.entries(imports).filter(([pattern]) => pattern.endsWith('*'));
  const [found] = patterns
    .filter(([pattern]) => specifier.startsWith(pattern.slice(0, -1)))
    .toSorted(([one], [other]) => other.length - one.length);
  return found?.[1].replace('*', specifier.slice(found[0].length - 1));
};

/**
 * Removes from `dist/` the declarations that no entry of the package leads to: each small file takes a whole block on a disk.
 * @param entries the declarations that `exports` names, from here.
 */
export const pruneDeclarations = (entries: readonly string[], imports: ImportMap): void => {
  const reached = new Set<string>();
  const left = entries.map((entry) => normalize(entry));
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file)) continue;
    if (!existsSync(file)) throw new Error(`a declaration leads to ${file}, which is not there`);
    reached.add(file);
    for (const specifier of specifiersIn(readFileSync(file, 'utf8'))) {
      const target = specifier.startsWith('.')
        ? join(dirname(file), specifier)
        : join('dist', mapped(specifier, imports) ?? specifier);
      if (!target.endsWith('.json')) left.push(target.replace(/(\.d)?\.[jt]s$/, '.d.ts'));
    }
  }
  for (const file of globSync('dist/**/*.d.ts')) if (!reached.has(normalize(file))) rmSync(file);
};
