import { argumentsOf } from '../violation/argument.ts';
import { banner } from './banner.ts';
import { documentOf } from './document.ts';
import { exchangeIndex, listedExchanges } from './exchange-index.ts';
import { violationsSection } from './failures.ts';
import { html as markup, type Markup } from './markup.ts';
import { matrix } from './matrix.ts';
import { assumptions, leftBehind, notExercised } from './open-points.ts';
import { scenarios, unexpected } from './run-record.ts';
import { charts } from './charts.ts';
import type { Report, Reported } from '../report.ts';
import { headlineOf } from '../wording/headline.ts';

interface Part {
  readonly id: string;
  readonly title: string;
  readonly count: number | undefined;
  readonly body: Markup | undefined;
}

/** report.html: one self-contained page. */
export const html: Report = {
  name: 'html',
  paths: ['report.html'],
  purpose: 'people; one page without a single outside request',
  written: 'by default',
  async write(reported) {
    const { source } = page(reported, await charts(reported));
    return [{ path: 'report.html', content: source }];
  },
};

const page = (reported: Reported, drawnOf: Markup | undefined): Markup => {
  const { result } = reported;
  const parts = partsOf(reported, drawnOf).filter(({ body }) => body !== undefined);
  const name = result.target.name ?? 'unnamed target';
  const body = markup`<a class="skip" href="#content">Skip to the requirements</a>
${banner(reported)}
<nav aria-label="Sections"><div class="wrap"><ul>
${parts.map(({ id, title, count }) => markup`<li><a href="#${id}">${title}${count === undefined ? '' : markup` <span>${count}</span>`}</a></li>\n`)}
</ul></div></nav>
<main id="content" class="wrap" tabindex="-1">
${parts.map(({ body }) => markup`${body}\n`)}
</main>
<footer><div class="wrap">Made by ${result.tool.name} ${result.tool.version} from results.json, finished <time datetime="${result.finishedAt}">${result.finishedAt}</time>. Secrets are redacted. <code>conformance explain</code> with a requirement’s id says how it is checked; so does its page in the package, <code>dist/docs/built/requirements</code>, which the console serves under <code>/docs</code>.</div></footer>`;
  return documentOf({
    title: `${headlineOf(result).words}: ${name}`,
    script: new URL('browser.js', import.meta.url),
    body,
  });
};

const partsOf = (reported: Reported, drawnOf: Markup | undefined): readonly Part[] => {
  const { result } = reported;
  const failed = argumentsOf(reported, 'failed');
  const warned = argumentsOf(reported, 'warning');
  const known = argumentsOf(reported, 'expected-failure');
  return [
    {
      id: 'failed',
      title: 'Failures',
      count: failed.length,
      body: violationsSection(
        'failed',
        'Failures',
        'What the specification requires and the target does not do.',
        failed,
      ),
    },
    {
      id: 'not-exercised',
      title: 'Not exercised',
      count: result.requirements.filter((row) => row.status === 'not-exercised').length,
      body: notExercised(reported),
    },
    {
      id: 'warnings',
      title: 'Warnings',
      count: warned.length,
      body: violationsSection(
        'warnings',
        'Warnings',
        'What the specification recommends, or only implies. These fail nobody.',
        warned,
      ),
    },
    {
      id: 'known',
      title: 'Known failures',
      count: known.length,
      body: violationsSection('known', 'Known failures', 'Listed in the configuration as expected to fail.', known),
    },
    { id: 'requirements', title: 'Requirements', count: result.requirements.length, body: matrix(reported) },
    { id: 'assumptions', title: 'Assumptions', count: undefined, body: assumptions(reported) },
    { id: 'placed', title: 'Used up', count: undefined, body: leftBehind(reported) },
    { id: 'charts', title: 'Charts', count: undefined, body: drawnOf },
    { id: 'scenarios', title: 'Scenarios', count: result.scenarios.length, body: scenarios(reported) },
    {
      id: 'exchanges',
      title: 'Exchanges',
      count: listedExchanges(reported).size,
      body: exchangeIndex(reported),
    },
    { id: 'unexpected', title: 'Unexpected', count: result.unexpected.length, body: unexpected(reported) },
  ];
};
