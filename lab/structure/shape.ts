import { circlesOf, floorsOf, type Graph } from './circles.ts';
import type { SourceFile } from './imports.ts';

/** The shape of one folder, as its imports draw it. */
export interface Shape {
  readonly folder: string;
  readonly files: number;
  readonly lines: number;
  /** Files that lie in the folder itself, and how many rooms (folders) beside them. */
  readonly here: number;
  readonly rooms: number;
  /** The longest chain of imports between its files. */
  readonly floors: number;
  /** Files that import each other in a circle. */
  readonly circles: readonly (readonly string[])[];
  /** Pairs of its rooms that import each other. */
  readonly mutual: readonly (readonly [string, string])[];
  /** Rooms and files of the folder that cannot be put in an order in which every arrow goes down. */
  readonly upward: readonly (readonly string[])[];
}

export const shapeOf = (folder: string, sources: readonly SourceFile[]): Shape => {
  const prefix = folder === '' ? '' : `${folder}/`;
  const own = sources.filter(({ path }) => path.startsWith(prefix));
  const files = graphOf(own, (path) => path);
  const rooms = graphOf(own, (path) => path.slice(prefix.length).split('/')[0] ?? path);
  const names = [...rooms.keys()].filter((name) => !/\.tsx?$/.test(name));
  return {
    folder,
    files: own.length,
    lines: own.reduce((sum, { lines }) => sum + lines, 0),
    here: rooms.size - names.length,
    rooms: names.length,
    floors: floorsOf(files),
    circles: circlesOf(files),
    mutual: names.flatMap((one, at) =>
      names
        .slice(at + 1)
        .flatMap((other) => (rooms.get(one)?.has(other) && rooms.get(other)?.has(one) ? [[one, other] as const] : [])),
    ),
    upward: circlesOf(rooms),
  };
};

/** Every folder that holds sources, itself or below, parents first. */
export const foldersOf = (sources: readonly SourceFile[]): readonly string[] =>
  [...new Set(sources.flatMap(({ path }) => parentsOf(path)))].toSorted();

const parentsOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
};

const graphOf = (sources: readonly SourceFile[], nameOf: (path: string) => string): Graph => {
  const known = new Set(sources.map(({ path }) => path));
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const name = nameOf(path);
    const targets = graph.get(name) ?? new Set();
    graph.set(name, targets);
    for (const target of imports) if (known.has(target) && nameOf(target) !== name) targets.add(nameOf(target));
  }
  return graph;
};
