/**
 * `npm run check:install`: packs the package, installs the tarball into empty folders as its users do, and runs it there: on
 * each supported Node, beside a Vitest configuration of the user's own, and read-only by a user who may write nothing but the
 * results. Needs the registry, so it is no part of the tests.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { temporaryFolder } from '#harness/output/temporary-folder';

const nodes = ['22', '24'] as const;
// Whoever runs this as root would write everywhere, so that read-only would prove nothing.
const nobody = 65_534;

using temporary = temporaryFolder('check-install');
const work = temporary.path;
chmodSync(work, 0o755);
let failures = 0;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const check = (name: string, problem: string | undefined, detail = ''): void => {
  if (problem !== undefined) failures += 1;
  say(`${problem === undefined ? 'ok    ' : 'FAILED'} ${name}${detail === '' ? '' : `  ${detail}`}`);
  if (problem !== undefined) say(problem.replaceAll(/^/gm, '       '));
};

const command = (file: string, args: readonly string[], options: { readonly cwd?: string } = {}): string => {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', ...options });
  if (status !== 0)
    throw new Error(`${file} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.slice(-2000)}`);
  return stdout;
};

/** On disk, where a small file takes a whole block. */
const sizeOf = (path: string): number => {
  const { blocks } = lstatSync(path);
  const inside = lstatSync(path).isDirectory() ? readdirSync(path) : [];
  return inside.reduce((sum, name) => sum + sizeOf(join(path, name)), blocks * 512);
};
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

const pack = (): string => {
  const [packed] = JSON.parse(
    // `prepack` builds, and says so on the same terminal.
    command('npm', ['pack', '--json', '--pack-destination', work]).replace(/^[^]*?^(?=\[\s*\{)/m, ''),
  ) as readonly { filename: string; size: number; unpackedSize: number; entryCount: number }[];
  if (packed === undefined) throw new Error('npm pack made nothing');
  const { filename, size, unpackedSize, entryCount } = packed;
  check('npm pack', undefined, `${mebibytes(size)}, unpacked ${mebibytes(unpackedSize)}, ${entryCount} files`);
  return join(work, filename);
};

const checkTypes = async (tarball: string): Promise<void> => {
  const types = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (types.types === false) return check('types of every entry', 'the package has none');
  // CommonJS can require ESM on every Node that is supported.
  const problems = types.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM' && kind !== 'NoResolution');
  check('types of every entry', problems.length === 0 ? undefined : problems.map(({ kind }) => kind).join(', '));
};

const nodeOf = (version: string): string => {
  const folder = join(work, `node-${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
  command('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], { cwd: folder });
  return join(folder, 'node_modules/.bin');
};

const mostPackages = 120;
const mostBytes = 45 * 2 ** 20;

const install = (tarball: string, name: string): string => {
  const folder = join(work, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'commonjs' }));
  // The user's own set-up is none of ours: read, it would end the run.
  for (const file of ['vitest.config.ts', 'vite.config.ts', '.env'])
    writeFileSync(join(folder, file), "throw new Error('this belongs to the user')\n");
  // `npm run -s` would keep the warnings of the npm in it to itself.
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'warn', tarball];
  const said = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (said.status !== 0) throw new Error(`npm install: ${said.stdout}${said.stderr}`);
  const installed: unknown = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  const packages = Object.keys(Object(installed).packages).length;
  const bytes = sizeOf(join(folder, 'node_modules'));
  const warnings = said.stderr.split('\n').filter((line) => /npm warn(?! Unknown)/.test(line));
  check(
    `npm install (${name})`,
    packages <= mostPackages && bytes <= mostBytes && warnings.length === 0
      ? undefined
      : `at most ${mostPackages} packages, ${mebibytes(mostBytes)} and no warnings are wanted\n${warnings.join('\n')}`,
    `${packages} packages, ${mebibytes(bytes)}`,
  );
  return folder;
};

const uses: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  { name: '--version', args: ['--version'] },
  { name: 'demo (merchant, pos, platform)', args: ['demo', '--ci'] },
  { name: 'run platform', args: ['run', 'platform', '--ci'] },
];

const use = (folder: string, node: string, who: { readonly uid?: number; readonly gid?: number } = {}): void => {
  const version = command(join(node, 'node'), ['--version']).trim();
  for (const { name, args } of uses) {
    const out = join(folder, 'results');
    mkdirSync(out, { recursive: true });
    if (who.uid !== undefined) chmodSync(out, 0o777);
    const startedAt = performance.now();
    const ended = spawnSync(
      join(folder, 'node_modules/.bin/conformance'),
      [...args, ...(args.includes('--ci') ? ['--out', 'results'] : [])],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${node}${delimiter}${process.env['PATH']}`, HOME: '/nonexistent' },
        ...who,
      },
    );
    const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    const said = [ended.stderr, ended.stdout].map((text) => text.slice(-1500)).join('\n');
    check(
      `${version}${who.uid === undefined ? '' : ', read-only'}: ${name}`,
      ended.status === 0 ? undefined : `exit ${ended.status}\n${said}`,
      seconds,
    );
    rmSync(out, { recursive: true, force: true });
  }
};

const tarball = pack();
await checkTypes(tarball);
for (const version of nodes) {
  const node = nodeOf(version);
  const folder = install(tarball, `on-${version}`);
  use(folder, node);
  const isRoot = process.getuid?.() === 0;
  command('chmod', ['-R', 'a-w', join(folder, 'node_modules')]);
  use(folder, node, isRoot ? { uid: nobody, gid: nobody } : {});
  command('chmod', ['-R', 'u+w', join(folder, 'node_modules')]);
}
process.exitCode = failures === 0 ? 0 : 1;
