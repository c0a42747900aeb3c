/**
 * `npm run check:docs`: builds the documentation, follows its links, holds its configurations and fleet files to their schemas and
 * the sentences of the FAQ to the sources, and does what the tutorials say. `npm run check:docs -- till` follows that tutorial
 * only, `-- links` none.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseConfig } from '#harness/config/parse';
import { checkedConfig } from '#harness/config/read';
import { pageOf } from '#harness/cli/commands/explain';
import { triggerNames } from '#harness/config/triggers';
import { assumptionIds, requirementIds, validate } from '#schemas';
import { deadLinks } from './docs/links.ts';
import { blocksIn, followTutorial } from './docs/tutorial.ts';

const root = join(import.meta.dirname, '..');
const docs = join(root, 'docs');
const site = join(docs, 'built');
const asked = process.argv.slice(2);
let failures = 0;

const check = (name: string, problems: readonly string[]): void => {
  failures += problems.length === 0 ? 0 : 1;
  process.stdout.write(
    `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}\n${problems.map((one) => `       ${one}\n`).join('')}`,
  );
};

execFileSync(process.execPath, ['build/docs.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
const bytes = files.reduce(
  (sum, name) => sum + (statSync(join(site, name)).isFile() ? statSync(join(site, name)).size : 0),
  0,
);
check(
  `${files.filter((name) => name.endsWith('.html')).length} pages, ${Math.round(bytes / 1024)} KiB: links`,
  deadLinks(site),
);

check(
  'each page has its Markdown, and llms.txt leads to some',
  [
    ...files.filter((name) => name.endsWith('.html')).map((name) => name.replace(/html$/, 'md')),
    ...[...readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, name = '']) => name),
    ...files
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) =>
        [...readFileSync(join(site, name), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+\.md)/g)].map(([, to = '']) =>
          join(dirname(name), to),
        ),
      ),
  ].filter((name) => !files.includes(name)),
);

/** Whoever builds pages from Markdown may take them for its own. */
const variable = /\{\{\w+\}\}/g;
const built = readFileSync(join(site, 'triggers.html'), 'utf8');
check(
  'variables of triggers are in the pages',
  [...new Set(readFileSync(join(docs, 'tutorials/till.md'), 'utf8').match(variable))].filter(
    (one) => !built.includes(one) && !readFileSync(join(site, 'tutorials/till.html'), 'utf8').includes(one),
  ),
);

const sources = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.md') && !name.startsWith('built'),
);
const textOf = (name: string): string => readFileSync(join(docs, name), 'utf8');

check(
  'configurations',
  sources.flatMap((name) =>
    blocksIn(textOf(name))
      .filter(
        ({ info, text }) =>
          info.startsWith('yaml') &&
          !/^(?:name:|# )/.test(text.replace(/^# yaml-language-server.*\n/, '')) &&
          /^\w+:/m.test(text),
      )
      .flatMap(({ text }) => {
        try {
          const value = parseConfig(text.replaceAll(/(?<!\$)\$\{\w+\}/g, 'secret'), name);
          // A fleet file says which configurations there are, in a schema of its own.
          if (text.startsWith('targets:'))
            return validate('fleet', value).map(({ pointer, message }) => `${name}: ${pointer}: ${message}`);
          checkedConfig(value, name);
          return [];
        } catch (error) {
          return [`${name}: ${(error as Error).message}\n${text}`];
        }
      }),
  ),
);

const ourText = ['harness', 'scenarios', 'bin', 'traffic']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  )
  .filter((path) => /(?<!\.test)\.(?:[jt]s|json)$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
check(
  'sentences of the FAQ',
  [...textOf('faq.md').matchAll(/^### (.*)$/gm)]
    .map(([, sentence = '']) => sentence)
    // What begins with a capital and is not a sentence of ours is a question.
    .filter((sentence) => !/^(?:I |It |Its |We |Nothing )/.test(sentence) && !ourText.includes(sentence)),
);

check(
  'pages that conformance explain names',
  [...requirementIds, ...assumptionIds, ...triggerNames].filter((id) => {
    const [file = '', anchor] = pageOf(id).split('#');
    const page = files.includes(file) ? readFileSync(join(site, file), 'utf8') : undefined;
    return page === undefined || (anchor !== undefined && !page.includes(`id="${anchor}"`));
  }),
);

const programs: Readonly<Record<string, readonly string[]>> = { 'without-node': ['php', 'java'] };
for (const name of ['shop', 'till', 'develop-shop', 'develop-till', 'ci', 'registry', 'without-node'].filter(
  (one) => asked.length === 0 || asked.includes(one),
)) {
  const missing = programs[name]?.filter((program) => spawnSync(program, ['--version']).status !== 0) ?? [];
  if (missing.length > 0) {
    check(`tutorial ${name}: not followed here, there is no ${missing.join(' and no ')}`, []);
    continue;
  }
  const startedAt = performance.now();
  const problems = await followTutorial(textOf(`tutorials/${name}.md`), join(root, 'bin/conformance.js'));
  check(`tutorial ${name}, as written: ${Math.round((performance.now() - startedAt) / 1000)} s`, problems);
}
process.exitCode = failures === 0 ? 0 : 1;
