/**
 * `npm run structure [-- FOLDER…]`: what the imports draw, folder by folder: files, lines, import floors, circles, pairs of
 * rooms that import each other, and rooms whose arrows run back up. Types count as imports; tests do not count.
 */
import { readSources } from './imports.ts';
import { foldersOf, type Shape, shapeOf } from './shape.ts';

/** What is published, and what only proves it. */
const published = ['schemas', 'traffic', 'scenarios', 'mocks', 'reports', 'console', 'harness'];

const sources = readSources(process.cwd(), [...published, 'lab', 'build']);
const asked = process.argv.slice(2);
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
