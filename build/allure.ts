/**
 * Bundles into the package's `reports/allure/page.js` what it uses of @allurereport/core, which brings 145 packages for
 * uploads, ticket systems and other kinds of report: 40 MB, of which our page uses four.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/** What is there to publish a report, to read somebody's configuration in TypeScript, or to store half a report in a ZIP. */
const unused: Readonly<Record<string, readonly string[]>> = {
  '@allurereport/service': [
    'AllureRemoteHistory',
    'AllureServiceClient',
    'AllureTestOpsClient',
    'KnownError',
    'UnknownError',
  ],
  '@allurereport/summary': ['generateSummary'],
  glob: ['glob'],
  jiti: ['createJiti'],
  'node-stream-zip': ['default'],
  'zip-stream': ['default'],
};

const stub = (name: string, exported: readonly string[]): string =>
  [
    `class Absent { constructor() { throw new Error('${name} is not part of this package'); } }`,
    ...exported.map((one) => (one === 'default' ? 'export default Absent;' : `export { Absent as ${one} };`)),
  ].join('\n');

/** The one plugin of ours, where the library would look up what somebody installed. */
const plugins = `export const importWrapper = async (name) =>
  name.endsWith('plugin-awesome') ? await import('@allurereport/plugin-awesome') : { default: class Absent {} };`;

const ownManifest = `JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))`;

/** Replaces `dist/reports/allure/page.js` by its bundle, and puts the notices of what is in it beside it. */
export const bundleAllure = async (dependencies: readonly string[]): Promise<void> => {
  const { build } = await import('vite');
  const page = 'dist/reports/allure/page.js';
  const outDir = mkdtempSync('dist/bundle-');
  const bundled = new Set<string>();
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'conformance:allure',
        enforce: 'pre',
        resolveId: (id) => (id in unused ? `\0absent:${id}` : undefined),
        load: (id) => {
          const name = id.replace('\0absent:', '');
          return name === id ? undefined : stub(name, unused[name] ?? []);
        },
        transform: (code, id) => {
          if (!id.includes('/node_modules/')) return undefined;
          const folder = folderOf(id);
          bundled.add(folder);
          if (id.endsWith('core/dist/utils/module.js')) return plugins;
          // Whose file it is decides what lies one folder up.
          return code
            .replace(ownManifest, () => JSON.stringify({ version: manifestOf(folder).version }))
            .replace('"../dist/static/report.tar"', '"./report.tar"');
        },
      },
    ],
    build: {
      ssr: page,
      outDir,
      minify: false,
      target: 'es2024',
      rolldownOptions: {
        external: (id) => dependencies.some((name) => id === name || id.startsWith(`${name}/`)),
        output: { entryFileNames: 'page.js', codeSplitting: false },
      },
    },
  });
  copyFileSync(join(outDir, 'page.js'), page);
  rmSync(outDir, { recursive: true });
  copyFileSync('node_modules/@allurereport/plugin-awesome/dist/static/report.tar', 'dist/reports/allure/report.tar');
  writeFileSync('dist/reports/allure/NOTICES.txt', notices('page.js', [...bundled].toSorted()));
};

/** The folder of the package that a file is of. */
export const folderOf = (file: string): string => {
  const folder = dirname(file);
  return /\/node_modules\/(?:@[^/]+\/)?[^/]+$/.test(folder) ? folder : folderOf(folder);
};

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const licenceNames = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'license'];
const apache = 'node_modules/@smithy/signature-v4/LICENSE';

export const notices = (file: string, folders: readonly string[]): string =>
  [
    `${file} contains parts of these packages, under their licences.`,
    ...folders.map((folder) => {
      const { name, version, license, author } = manifestOf(folder);
      const by = typeof author === 'object' ? author.name : author;
      const licence = licenceNames.map((one) => join(folder, one)).find((path) => existsSync(path));
      // Allure's packages leave theirs out, and it asks to be passed on.
      const from = licence ?? (license === 'Apache-2.0' ? apache : undefined);
      const text = from === undefined ? '' : `\n\n${readFileSync(from, 'utf8').trim()}`;
      return `${name} ${version} (${license ?? 'no licence named'})${by === undefined ? '' : `, by ${by}`}${text}`;
    }),
  ].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
