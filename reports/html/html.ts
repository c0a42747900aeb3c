import { cardsOf } from '../violation/argument.ts';
import { banner } from './banner.ts';
import { documentOf } from './document.ts';
import { exchangeIndex, listedExchanges } from './exchange-index.ts';
import { violationsSection } from './failures.ts';
import { html as markup, type Markup } from './markup.ts';
import { matrix } from './matrix.ts';
import { assumptions, leftBehind, notExercised } from './open-points.ts';
import { scenarios, unexpected } from './run-record.ts';
import { sinceBefore } from './since-before.ts';
import { charts } from './charts.ts';
import type { Report, Reported } from '../report.ts';
import { headlineOf } from '../wording/headline.ts';
import { countOf, type Status } from '../wording/statuses.ts';

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
  const found = (id: string, status: Status, title: string, about: string): Part => {
    const list = cardsOf(reported, status);
    return { id, title, count: list.length, body: violationsSection(id, title, about, list) };
  };
  const part = (id: string, title: string, count: number | undefined, body: Markup | undefined): Part => ({
    id,
    title,
    count,
    body,
  });
  return [
    found('failed', 'failed', 'Failures', 'The target violates these requirements.'),
    part('not-exercised', 'Not exercised', countOf(result, 'not-exercised'), notExercised(reported)),
    found('warnings', 'warning', 'Warnings', 'Recommendations and implied points. They never fail a run.'),
    found('known', 'expected-failure', 'Known failures', 'Listed in the configuration as expected to fail.'),
    part('requirements', 'Requirements', result.requirements.length, matrix(reported)),
    part('assumptions', 'Assumptions', undefined, assumptions(reported)),
    part('since', 'Since the run before', undefined, sinceBefore(reported)),
    part('placed', 'Used up', undefined, leftBehind(reported)),
    part('charts', 'Charts', undefined, drawnOf),
    part('scenarios', 'Scenarios', result.scenarios.length, scenarios(reported)),
    part('exchanges', 'Exchanges', listedExchanges(reported).size, exchangeIndex(reported)),
    part('unexpected', 'Unexpected', result.unexpected.length, unexpected(reported)),
  ];
};
