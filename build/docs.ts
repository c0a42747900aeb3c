/**
 * Builds the documentation into `docs/built/`: the Markdown of `docs/`, and pages from the register, the schemas and the tables. No
 * page asks for anything from elsewhere, and each works from a disk. Beside each page lies its Markdown, and `llms.txt` lists these.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirementIds } from '#schemas';
import { configurationReference } from './docs/configuration.ts';
import { layout, llmsText } from './docs/layout.ts';
import type { Page } from './docs/page.ts';
import { controlReference, protocolReference, queueReference } from './docs/platform-api.ts';
import { assumptionReference, reportReference, resultReference } from './docs/registers.ts';
import { requirementPages } from './docs/requirements.ts';
import { searchIndex } from './docs/search-index.ts';
import { sequencePicture } from './docs/sequence-picture.ts';
import { triggerReference } from './docs/triggers.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What takes the place of `<!-- generated: NAME -->` and the line behind it in a page. */
const generated: Readonly<Record<string, () => string>> = {
  assumptions: assumptionReference,
  configuration: configurationReference,
  control: controlReference,
  protocol: protocolReference,
  queue: queueReference,
  reports: reportReference,
  results: resultReference,
  signatures: () => readFileSync(`${root}mocks/platform/signatures/README.md`, 'utf8'),
  triggers: triggerReference,
};

export const buildDocs = async (output = 'docs/built'): Promise<void> => {
  const { Eleventy, IdAttributePlugin } = await import('@11ty/eleventy');
  const { version, description } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    readonly version: string;
    readonly description: string;
  };
  const pages: readonly Page[] = requirementPages();
  const markdownOf = new Map<string, string>();
  rmSync(output, { recursive: true, force: true });
  const site = new Eleventy('docs', output, {
    quietMode: true,
    config: (eleventy) => {
      eleventy.ignores.add('docs/README.md');
      // Braces in Markdown are variables of triggers.
      eleventy.setTemplateFormats(['md']);
      eleventy.addGlobalData('templateEngineOverride', 'md');
      eleventy.addGlobalData(
        'permalink',
        () => (data: { readonly page: { readonly filePathStem: string } }) => `${data.page.filePathStem}.html`,
      );
      for (const name of ['style.css', 'page.js']) eleventy.addPassthroughCopy({ [`docs/${name}`]: name });
      eleventy.addPassthroughCopy({ 'docs/pictures': 'pictures' });
      eleventy.addPlugin(IdAttributePlugin);
      eleventy.addPreprocessor('generated', 'md', ({ page }, content) => {
        const made = content.replaceAll(
          /<!-- generated: (\w+) -->\n\*.*\*/g,
          (_whole, name: string) => generated[name]?.() ?? name,
        );
        markdownOf.set(page.filePathStem.replace(/^\//, ''), linkedTo('md', made));
        return linkedTo('html', made);
      });
      eleventy.amendLibrary('md', (markdown) => markdown.set({ html: false }));
      for (const { at, body } of pages) eleventy.addTemplate(`${at}.md`, body);
      eleventy.addTransform('page', function (content) {
        return layout(this.page.filePathStem.replace(/^\//, ''), content, version);
      });
    },
  });
  await site.write();
  for (const [at, text] of markdownOf) writeFileSync(join(output, `${at}.md`), `${text.trim()}\n`);
  writeFileSync(join(output, 'llms.txt'), llmsText(description));
  writeFileSync(join(output, 'search-index.js'), searchIndex(markdownOf));
  mkdirSync(join(output, 'pictures/sequences'), { recursive: true });
  for (const { path, source } of requirementIds.map(sequencePicture)) writeFileSync(join(output, path), source);
};

/** Links between our own pages, as these end. */
const linkedTo = (ending: 'html' | 'md', content: string): string =>
  content.replaceAll(
    /(\]\((?!https?:)[^)#]+)\.(?:md|html)(#[^)]*)?\)/g,
    (_whole, path: string, hash: string = '') => `${path}.${ending}${hash})`,
  );

if (import.meta.main) await buildDocs();
