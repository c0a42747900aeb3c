import { calls } from '#schemas';
import {
  type Chart,
  type Drawing,
  busiestQueues,
  figureOf,
  healthOverTime,
  responseTimes,
  watchCalls,
} from '#traffic/charts';
import { visibilityMs } from '#traffic/laws';
import type { Reported } from '../report.ts';
import { createCallReader } from '../violation/seen-calls.ts';
import { exchangeAnchor, listedExchanges } from './exchange-index.ts';
import { Markup, html } from './markup.ts';

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
  const watched = watchCalls({ calls, visibilityMs });
  const read = createCallReader();
  for await (const exchange of everyExchange()) watched.see(read(exchange));
  const found = [
    responseTimes(`How fast ${result.target.name ?? 'the target'} answers`, watched.answers),
    responseTimes('From delivery to result', watched.results, 'redelivery'),
    healthOverTime(watched.reports.map((report) => ({ ...report, place: 'the till' }))),
    ...busiestQueues(watched.moments, visibilityMs, (scenario) => `Queue groups in ${scenario}`),
  ];
  return found.filter((chart) => chart !== undefined);
};

/** A drawing as it stands in the page. What it is made of is ours, what it says may be a target's. */
export const drawn = ({ tag, attributes, children }: Drawing): Markup => {
  const name = new Markup(tag);
  const given = Object.entries(attributes).map(([key, value]) => html` ${new Markup(key)}="${value}"`);
  return html`<${name}${given}>${children.map((child) => (typeof child === 'string' ? child : drawn(child)))}</${name}>`;
};
