/** `npm run check:package`: after `npm run build`, what `npm pack` would publish: the product, and nothing that only proves it. */
import { spawnSync } from 'node:child_process';

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Private rooms, and whatever is there for tests alone. */
const isPrivate = (path: string): boolean =>
  /^dist\/(?:lab|build|examples)\//.test(path) ||
  /^dist\/.*\.(?:test|contract|fixture)\.(?:js|d\.ts)$|\/doubles\//.test(path);

const { stdout, stderr, status } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  encoding: 'utf8',
});
if (status !== 0) throw new Error(`npm pack: ${stderr}`);
const [packed] = JSON.parse(stdout) as readonly Packed[];
if (packed === undefined) throw new Error('npm pack made nothing');
const { files, size, unpackedSize } = packed;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const kibibytes = (bytes: number): string => `${Math.round(bytes / 1024)} KiB`;

const rooms = Map.groupBy(files, ({ path }) => path.split('/').slice(0, 2).join('/'));
for (const [room, own] of [...rooms].filter(([, { length }]) => length > 1))
  say(
    `${room.padEnd(18)} ${String(own.length).padStart(5)} files  ${kibibytes(own.reduce((sum, one) => sum + one.size, 0)).padStart(9)}`,
  );
say(`${files.length} files, ${kibibytes(size)} packed, ${kibibytes(unpackedSize)} unpacked`);

const strangers = files.filter(({ path }) => isPrivate(path));
for (const { path } of strangers) say(`FAILED: ${path} is private`);
const missing = [
  'dist/harness/index.js',
  'dist/console/built/index.html',
  'dist/docs/built/index.html',
  'dist/mocks/faults/faults.json',
  'dist/docs/built/requirements/order/idempotent.html',
  'docs/tutorials/shop.md',
  'dist/reports/allure/NOTICES.txt',
  'dist/reports/allure/report.tar',
  'action.yml',
  'CHANGELOG.md',
  'SECURITY.md',
  'examples/ci/github-workflow.yml',
  'bin/conformance.js',
  'README.md',
  'LICENSE',
].filter((path) => !files.some((file) => file.path === path));
for (const path of missing) say(`FAILED: ${path} is missing`);
process.exitCode = strangers.length + missing.length === 0 ? 0 : 1;
