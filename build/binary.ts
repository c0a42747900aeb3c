/**
 * `npm run build:binary [-- --node FILE] [--out FILE]`: one executable that needs neither Node nor npm: this Node, or that
 * of another platform, with `dist/` and the packages it uses in its blob.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { folderOf, notices } from './allure.ts';
import { build, type InlineConfig, type Plugin } from 'vite';

const windows = process.platform === 'win32';
const { node, out } = parseArgs({
  options: {
    node: { type: 'string', default: process.execPath },
    out: { type: 'string', default: `dist-binary/conformance${windows ? '.exe' : ''}` },
  },
}).values;

/** What needs a compiler or a container engine, or is for a team's own tests. */
const leftOut = /^(?:@testcontainers\/localstack|testcontainers|msw|vitest)(?:\/|$)/;

/** What is started by its name: the command line, and the threads. */
const entries = ['dist/harness/cli/main', 'dist/harness/output/allure-thread', 'dist/harness/watch/watch-thread'];

const bundled = new Set<string>();
const work = resolve(out, '../work');
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

/** Each module keeps the address of the file it was, however many share one now. */
const addresses: Plugin = {
  name: 'conformance:addresses',
  transform(code, id) {
    if (id.includes('/node_modules/')) bundled.add(folderOf(id));
    const file = relative('', id);
    if (!file.startsWith('dist') || !code.includes('import.meta.url')) return undefined;
    // What is required by its name is bundled, and still not run before it is asked for.
    const required = /require\('ajv/.test(code) ? code.replace(/^const require = .*$/m, '') : code;
    const address = `(ownRoot(process.execPath).href + ${JSON.stringify(`/${file}`)})`;
    return `import { pathToFileURL as ownRoot } from 'node:url';${required.replaceAll('import.meta.url', address)}`;
  },
};

const bundle = async (config: InlineConfig): Promise<void> => {
  await build({ configFile: false, logLevel: 'warn', publicDir: false, ssr: { noExternal: true }, ...config });
};

await bundle({
  plugins: [addresses],
  build: {
    ssr: true,
    outDir: resolve(work, 'modules'),
    emptyOutDir: false,
    target: 'es2024',
    minify: true,
    rolldownOptions: {
      external: (id) => leftOut.test(id),
      input: Object.fromEntries(entries.map((name) => [name, `${name}.js`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'dist/chunks/[hash].js' },
    },
  },
});
await bundle({
  build: {
    ssr: 'build/binary/start.ts',
    outDir: work,
    emptyOutDir: false,
    target: 'es2024',
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'start.js' } },
  },
});

const filesIn = (folder: string, pattern: string): Record<string, string> =>
  Object.fromEntries(
    globSync(pattern, { cwd: folder })
      .filter((file) => statSync(resolve(folder, file)).isFile())
      .map((file) => [file.replaceAll('\\', '/'), resolve(folder, file)]),
  );
const assets = {
  ...filesIn('', '{package.json,bin/conformance.js,dist/**/*.{json,css,html,txt,yaml,tar,svg,png}}'),
  ...filesIn('', 'dist/{reports/*/browser,console/built/console}.js'),
  ...filesIn(resolve(work, 'modules'), '**/*.js'),
  'start.js': resolve(work, 'start.js'),
};
const blob = resolve(work, 'blob');
const config = { main: resolve(work, 'start.js'), output: blob, disableExperimentalSEAWarning: true, assets };
writeFileSync(resolve(work, 'sea.json'), JSON.stringify(config));

const run = (program: string, ...args: readonly string[]): void => {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], shell: windows });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? status}`);
};
run(process.execPath, '--experimental-sea-config', resolve(work, 'sea.json'));
copyFileSync(node, out);
chmodSync(out, 0o755);
const mac = process.platform === 'darwin';
if (mac) run('codesign', '--remove-signature', out);
if (process.platform === 'linux') run('strip', out);
// The word that Node looks for in itself to know whether it carries a blob.
const fuse = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'];
run('postject', out, 'NODE_SEA_BLOB', blob, ...fuse, ...(mac ? ['--macho-segment-name', 'NODE_SEA'] : []));
if (mac) run('codesign', '--sign', '-', out);
if (process.env['KEEP'] === undefined) rmSync(work, { recursive: true });
const ofNode = `Node.js ${process.version}: https://github.com/nodejs/node/blob/${process.version}/LICENSE`;
writeFileSync(`${out}.notices.txt`, `${notices('conformance', [...bundled].toSorted())}\n${ofNode}\n`);
process.stdout.write(
  `${out}: ${Math.round(statSync(out).size / 1024 / 1024)} MiB, ${Object.keys(assets).length} files in it\n`,
);
