/**
 * `npm run structure [-- FOLDER…]`: what the imports draw, folder by folder: files, lines, import floors, circles, pairs of
 * rooms that import each other, and rooms whose arrows run back up. Types count as imports; tests do not count. Ends with the
 * marks that may only fall; `--lower` writes down those that are better now.
 */
import { writeFileSync } from 'node:fs';
import { readSources } from './imports.ts';
import { bestMarks, type Marks, marksFile, marksOf, published } from './marks.ts';
import { foldersOf, type Shape, shapeOf } from './shape.ts';

const sources = readSources(process.cwd(), [...published, 'lab', 'build']);
const [lower, given] = [process.argv.includes('--lower'), process.argv.slice(2)];
const asked = given.filter((argument) => argument !== '--lower');
const folders =
  asked.length > 0
    ? asked.map((path) => path.replace(/\/$/, ''))
    : foldersOf(sources).filter((path) => !path.slice(path.indexOf('/') + 1).includes('/'));

const row = ({ folder, files, lines, here, rooms, floors, circles, mutual, upward }: Shape): string =>
  [folder.padEnd(28), files, lines, here, rooms, floors, circles.length, mutual.length, upward.length]
    .map((cell, at) => (at === 0 ? cell : String(cell).padStart(7)))
    .join('');
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

print(
  [
    'folder'.padEnd(28),
    ...['files', 'lines', 'here', 'rooms', 'floors', 'circles', 'mutual', 'upward'].map((name) => name.padStart(7)),
  ].join(''),
);
for (const folder of folders) {
  const shape = shapeOf(folder, sources);
  print(row(shape));
  if (asked.length === 0) continue;
  for (const circle of shape.circles) print(`  circle: ${circle.join(' ')}`);
  for (const pair of shape.mutual) print(`  mutual: ${pair.join(' <-> ')}`);
  for (const group of shape.upward) print(`  upward: ${group.join(' ')}`);
}
const total = (of: (path: string) => boolean): string => {
  const some = sources.filter(({ path }) => of(path));
  return `${some.length} files, ${some.reduce((sum, { lines }) => sum + lines, 0)} lines`;
};
if (asked.length === 0) {
  print(`published: ${total((path) => published.some((folder) => path.startsWith(`${folder}/`)))}`);
  print(`private (lab, build): ${total((path) => /^(lab|build)\//.test(path))}`);
}

const marks = marksOf(process.cwd(), sources);
const best = bestMarks();
for (const name of Object.keys(best) as (keyof Marks)[]) print(`${name}: ${marks[name]}, best so far ${best[name]}`);
if (lower) {
  const lowest = Object.fromEntries(
    (Object.keys(marks) as (keyof Marks)[]).map((name) => [name, Math.min(marks[name], best[name])]),
  );
  writeFileSync(marksFile, `${JSON.stringify(lowest, null, 2)}\n`);
}
