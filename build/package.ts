/** Makes `dist/`: the sources as JavaScript, with everything beside them that is not TypeScript, and an import map of its own. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundleAllure } from './allure.ts';
import { buildConsole } from './console.ts';
import { buildDocs } from './docs.ts';
import { writeSchemaStore } from './schema-store.ts';

const folders = ['schemas', 'traffic', 'scenarios', 'mocks', 'reports', 'console', 'harness'];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly imports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
await buildConsole();
await buildDocs();
cpSync('docs/built', 'dist/docs/built', { recursive: true });
/** A table that a source imports. */
const isWritten = (path: string): boolean => path.endsWith('.json') && existsSync(`dist/${path}`);
for (const folder of folders.filter((folder) => existsSync(folder))) {
  cpSync(folder, `dist/${folder}`, {
    recursive: true,
    // A script of a page must not take the place of a source with its name.
    force: false,
    errorOnExist: true,
    // The page's sources are in its bundle.
    filter: (path) =>
      !path.endsWith('console/page') &&
      (statSync(path).isDirectory() || !(/\.(ts|md|snap)$/.test(path) || isWritten(path))),
  });
}

// The nearest package.json decides what `#schemas` means, so that one source text serves the checkout and the package.
const imports = Object.fromEntries(
  Object.entries(manifest.imports).map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]),
);
const { name, version } = manifest;
writeFileSync(
  'dist/package.json',
  `${JSON.stringify({ name, version, private: true, type: 'module', imports }, null, 2)}\n`,
);

// What the sources derive from the table of reports stands written out in the schema that people's editors read.
const configPath = 'dist/schemas/run/config.json';
const config = JSON.parse(readFileSync(configPath, 'utf8'));
const { reportFormats } = (await import('#reports')) as { reportFormats: readonly string[] };
config.properties.reports.properties.formats.items = { enum: reportFormats };
writeFileSync(configPath, `${JSON.stringify(config, null, 2)}\n`);
writeSchemaStore('dist/schemas/schemastore', config);

await bundleAllure(Object.keys(manifest.dependencies));

// Declarations that no entry leads to are of no use to anybody, and each small file takes a whole block of a disk.
const entries = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : (entry.types ?? []),
);
const how = ['--ignoreConfig', '--noEmit', '--listFilesOnly', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
const listed = spawnSync('tsc', [...how, ...entries], { encoding: 'utf8' });
if (listed.status !== 0) throw new Error(`the declarations of the entries cannot be listed: ${listed.stdout}`);
const reached = new Set(listed.stdout.split('\n').map((file) => file.trim()));
for (const file of globSync('dist/**/*.d.ts')) if (!reached.has(resolve(file))) rmSync(file);
