import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './imports.ts';
import { foldersOf, shapeOf } from './shape.ts';

export const published = ['schemas', 'traffic', 'scenarios', 'mocks', 'reports', 'console', 'harness'] as const;

/** What may only fall: the size of the house, and what one more defect costs in it. */
export interface Marks {
  readonly publishedLines: number;
  /** Lines of laws, their ledgers and engine, and scenarios, for each cause that they name. */
  readonly linesPerCause: number;
  /** Lines of laws, ledgers and engine. */
  readonly lawLines: number;
  /** In the fullest folder of what is published. */
  readonly filesInFolder: number;
  /** The highest of the published folders. */
  readonly floors: number;
}

/** The best so far. `npm run structure -- --lower` writes down what is better now. */
export const marksFile = join(import.meta.dirname, 'marks.json');
export const bestMarks = (): Marks => JSON.parse(readFileSync(marksFile, 'utf8')) as Marks;

const judging = ['traffic/laws/', 'traffic/ledgers/', 'traffic/evidence/'];
/** On a line of its own or not, and in a table. */
const causeNamed = /(?:^|[{,])\s*(?:cause|"cause"): /gm;

export const marksOf = (root: string, sources: readonly SourceFile[]): Marks => {
  const linesIn = (folders: readonly string[]): number =>
    sources
      .filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
      .reduce((sum, { lines }) => sum + lines, 0);
  const naming = sources.filter(({ path }) => [...judging, 'scenarios/'].some((folder) => path.startsWith(folder)));
  const tables = globSync('scenarios/**/*.json', { cwd: root }).map((path) => ({ path }));
  const causes = [...naming, ...tables].reduce(
    (sum, { path }) => sum + (readFileSync(join(root, path), 'utf8').match(causeNamed)?.length ?? 0),
    0,
  );
  const inside = (folder: string): boolean =>
    published.some((room) => folder === room || folder.startsWith(`${room}/`));
  return {
    publishedLines: linesIn(published.map((folder) => `${folder}/`)),
    linesPerCause: Math.ceil((linesIn(judging) + linesIn(['scenarios/'])) / causes),
    lawLines: linesIn(judging),
    filesInFolder: Math.max(
      ...foldersOf(sources)
        .filter(inside)
        .map((folder) => shapeOf(folder, sources).here),
    ),
    floors: Math.max(...published.map((folder) => shapeOf(folder, sources).floors)),
  };
};
