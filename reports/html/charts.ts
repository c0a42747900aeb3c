import { calls } from '#schemas';
import { type CataloguePage, walksIn } from '#traffic';
import {
  type Chart,
  type Drawing,
  busiestQueues,
  figureOf,
  healthOverTime,
  responseTimes,
  walkChart,
  watchCalls,
} from '#traffic/charts';
import { visibilityMs } from '#traffic/laws';
import type { Reported } from '../report.ts';
import { pageOf } from '../violation/led-to.ts';
import { createCallReader } from '../violation/seen-calls.ts';
import { exchangeAnchor, listedExchanges } from './exchange-index.ts';
import { Markup, html } from './markup.ts';

// The page stays small: charts of those scenarios that show most.
const mostWalks = 3;
// A catalogue may have any number of them, and each is kept until the walk is known.
const mostPages = 300;

/** What a run shows better in a chart than in words. */
export const charts = async (reported: Reported): Promise<Markup | undefined> => {
  const all = await chartsOf(reported);
  if (all.length === 0) return undefined;
  const listed = listedExchanges(reported);
  const linkTo = (n: number): string | undefined => (listed.has(n) ? `#${exchangeAnchor(n)}` : undefined);
  return html`<section aria-labelledby="charts">
<h2 id="charts">Charts</h2>
<p class="soft">Drawn from every exchange of the run. They judge nothing.</p>
${all.map((chart, index) => html`${drawn(figureOf(chart, { id: `chart-${index + 1}`, linkTo }))}\n`)}
</section>`;
};

const chartsOf = async ({ result, everyExchange }: Reported): Promise<readonly Chart[]> => {
  const pages = new Map<string, CataloguePage[]>();
  const watched = watchCalls({ calls, visibilityMs });
  const read = createCallReader();
  for await (const exchange of everyExchange()) {
    watched.see(read(exchange));
    const page = pageOf(exchange);
    if (page === undefined) continue;
    const known = pages.get(exchange.scenario) ?? [];
    pages.set(exchange.scenario, known);
    if (known.length < mostPages) known.push(page);
  }
  const found = [
    responseTimes(`How fast ${result.target.name ?? 'the target'} answers`, watched.answers),
    responseTimes('From delivery to result', watched.results, 'redelivery'),
    healthOverTime(watched.reports.map((report) => ({ ...report, place: 'the till' }))),
    ...busiestQueues(watched.moments, visibilityMs, (scenario) => `Queue groups in ${scenario}`),
    ...walkCharts(pages),
  ];
  return found.filter((chart) => chart !== undefined);
};

/** The walks that break, then the longest. */
const walkCharts = (pages: ReadonlyMap<string, readonly CataloguePage[]>): readonly (Chart | undefined)[] =>
  [...pages]
    .flatMap(([scenario, those]) =>
      walksIn(those).map((walk) => ({
        title: `Catalogue walk in ${scenario}, from exchange ${walk[0]?.exchange ?? 0}`,
        pages: walk,
      })),
    )
    .map((strip) => ({
      strip,
      breaks: strip.pages.some(({ products }) => products.some((product) => product.breaks === true)),
    }))
    .toSorted(
      (one, other) => Number(other.breaks) - Number(one.breaks) || other.strip.pages.length - one.strip.pages.length,
    )
    .slice(0, mostWalks)
    .map(({ strip }) => walkChart(strip));

/** A drawing as it stands in the page. What it is made of is ours, what it says may be a target's. */
export const drawn = ({ tag, attributes, children }: Drawing): Markup => {
  const name = new Markup(tag);
  const given = Object.entries(attributes).map(([key, value]) => html` ${new Markup(key)}="${value}"`);
  return html`<${name}${given}>${children.map((child) => (typeof child === 'string' ? child : drawn(child)))}</${name}>`;
};
