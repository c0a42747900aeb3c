import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const notOurs = new Set(['.git', 'node_modules', 'dist', 'conformance-results']);
const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !notOurs.has(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map(
          (path) => `${entry.name}/${path}`,
        )
      : [entry.name],
  );
const readmes = files.filter((path) => path.endsWith('.md'));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The rows of the picture, the top one first. */
const layers = [...textOf('README.md').matchAll(/^ *│? *((?:[a-z]+\/ *)+)/gm)]
  .map(([, names = '']) => names.split(/\/ */).filter((name) => name !== ''))
  .filter((names) => names.length > 0);

test('the picture in the README is what the imports draw', () => {
  const rowOf = new Map(layers.flatMap((names, row) => names.map((name) => [name, row] as const)));
  const folders = [...rowOf.keys()];
  expect(folders.toSorted()).toEqual(
    ['schemas', 'traffic', 'scenarios', 'mocks', 'reports', 'console', 'harness', 'lab'].toSorted(),
  );
  const topOf = (path: string): string => path.slice(0, path.indexOf('/'));
  const against = readSources(root, folders).flatMap(({ path, imports }) =>
    imports
      .filter((to) => topOf(to) !== topOf(path) && (rowOf.get(topOf(to)) ?? -1) <= (rowOf.get(topOf(path)) ?? -1))
      .map((to) => `${path} -> ${to}`),
  );
  expect(against).toEqual([]);
});

/** What is made and not kept: results, and what is built. */
const isOutput = /^(?:conformance-results|results|replays|allure-re\w+|(?:console|docs)\/built|dist)\//;

/** What a README names in its own folder, in one below it, or from the root. */
const isThere = (readme: string, name: string): boolean => {
  const folder = dirname(readme) === '.' ? '' : `${dirname(readme)}/`;
  const wanted = name.replace(/^(\.\.\/)+/, '');
  const matches = (path: string): boolean =>
    wanted.endsWith('/') ? `/${dirname(path)}/`.includes(`/${wanted}`) : `/${path}`.endsWith(`/${wanted}`);
  return files.some((path) => (path.startsWith(folder) || path.startsWith(wanted)) && matches(path));
};

test.each(readmes)('%s names only what is there', (readme) => {
  const text = textOf(readme);
  const named = [...text.matchAll(/`([\w./-]+(?:\.tsx?|\/))`/g)].map(([, name = '']) => name);
  const missing = named.filter((name) => !isOutput.test(name) && !isThere(readme, name));
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
    .map(([, link = '']) => link)
    // Of the built documentation: `npm run check:docs` follows those.
    .filter((link) => !(readme.startsWith('docs/') && link.endsWith('.html')))
    .filter((link) => !existsSync(join(root, dirname(readme), link)));
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const commands = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)]
    .map(([, script = '']) => script)
    .filter((script) => !Object.hasOwn(scripts, script));
  expect({ missing, links, commands }).toEqual({ missing: [], links: [], commands: [] });
});
