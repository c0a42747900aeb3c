import { type Exchange, calls } from '#schemas';
import {
  type CataloguePage,
  type QueueCall,
  createClassifier,
  createQueueReader,
  fromRecorded,
  walksIn,
} from '#traffic';
import {
  type Chart,
  type Drawing,
  type SeenCall,
  busiestQueues,
  figureOf,
  healthOverTime,
  responseTimes,
  walkChart,
  watchCalls,
} from '#traffic/charts';
import { visibilityMs } from '#traffic/laws';
import type { Reported } from '../report.ts';
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
  const read = createReader();
  for await (const exchange of everyExchange()) {
    const { n, scenario, sender, operation, request, response } = exchange;
    watched.see(read(exchange));
    if (sender !== 'harness' || operation !== 'catalogue' || response === undefined || response.status >= 300) continue;
    const known = pages.get(scenario) ?? [];
    pages.set(scenario, known);
    if (known.length < mostPages) known.push({ exchange: n, url: request.url, body: response.body ?? '' });
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

/** Summaries of what a till and its target did, in the order of the journal. */
const createReader = () => {
  const classify = createClassifier({});
  const queueCallOf = createQueueReader();
  return (recorded: Exchange): SeenCall => {
    const { n: id, scenario: place, sender, operation, durationMs, request, response } = recorded;
    const told = { id, place, operation, durationMs, ...(response !== undefined && { status: response.status }) };
    // What was called is known by the configuration, which is not at hand.
    if (sender === 'harness') return { ...told, at: Date.parse(recorded.at), direction: 'sent', call: operation };
    const exchange = fromRecorded(recorded, classify);
    const { at, call } = exchange;
    const queue = call.party === 'queue' ? queueCallOf(exchange) : undefined;
    return {
      ...told,
      at,
      direction: 'received',
      call: call.name,
      ...(call.messageId !== undefined && { messageId: call.messageId }),
      ...(queue !== undefined && { messages: messagesIn(queue) }),
      ...(call.name === 'health' && { healthy: !/"healthy"\s*:\s*false/.test(request.body ?? '') }),
    };
  };
};

const messagesIn = (queue: QueueCall): NonNullable<SeenCall['messages']> => {
  if (queue.action === 'receive') return queue.messages;
  if (queue.action !== 'delete') return [];
  return queue.deletions.flatMap(({ messageId, outcome }) =>
    messageId !== undefined && outcome === 'deleted' ? [{ messageId }] : [],
  );
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
