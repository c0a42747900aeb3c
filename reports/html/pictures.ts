import { calls, type Exchange } from '#schemas';
import { type CataloguePage, createClassifier, createQueueReader, fromRecorded, walksIn } from '#traffic';
import { visibilityMs } from '#traffic/laws';
import {
  figureOf,
  healthOverTime,
  type HealthReport,
  type Picture,
  queueLanes,
  type QueueMoment,
  responseTimes,
  type Timed,
  walkPicture,
} from '#traffic/pictures';
import type { Reported } from '../report.ts';
import { drawn } from './drawing.ts';
import { exchangeAnchor, listedExchanges } from './exchange-index.ts';
import { html, type Markup } from './markup.ts';

// The page stays small: pictures of those scenarios that show most.
const mostWalks = 3;
const mostQueues = 3;
// A catalogue may have any number of them, and each is kept until the walk is known.
const mostPages = 300;

/** What a run shows better in a picture than in words. */
export const pictures = async (reported: Reported): Promise<Markup | undefined> => {
  const all = await picturesOf(reported);
  if (all.length === 0) return undefined;
  const listed = listedExchanges(reported);
  const linkTo = (n: number): string | undefined => (listed.has(n) ? `#${exchangeAnchor(n)}` : undefined);
  return html`<section aria-labelledby="pictures">
<h2 id="pictures">Pictures</h2>
<p class="soft">Drawn from every exchange of the run. They judge nothing.</p>
${all.map((picture, index) => html`${drawn(figureOf(picture, { id: `picture-${index + 1}`, linkTo }))}\n`)}
</section>`;
};

const picturesOf = async ({ result, everyExchange }: Reported): Promise<readonly Picture[]> => {
  const answers: Timed[] = [];
  const pages = new Map<string, CataloguePage[]>();
  const till = watchTill();
  for await (const exchange of everyExchange()) {
    const { n, scenario, sender, operation, durationMs, request, response } = exchange;
    if (sender === 'target') till.see(exchange);
    // What was given up says how long we waited.
    if (sender !== 'harness' || response === undefined) continue;
    const limitMs = Object.hasOwn(limits, operation) ? limits[operation] : undefined;
    answers.push({ name: operation, durationMs, exchange: n, ...(limitMs !== undefined && { limitMs }) });
    if (operation !== 'catalogue' || response.status >= 300) continue;
    const known = pages.get(scenario) ?? [];
    pages.set(scenario, known);
    if (known.length < mostPages) known.push({ exchange: n, url: request.url, body: response.body ?? '' });
  }
  const found = [
    responseTimes(`How fast ${result.target.name ?? 'the target'} answers`, answers),
    responseTimes('From delivery to result', till.results, 'redelivery'),
    healthOverTime(till.reports),
    ...lanesOf(till.moments),
    ...walkPictures(pages),
  ];
  return found.filter((picture) => picture !== undefined);
};

const limits: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(calls).flatMap(([name, call]) => ('withinMs' in call ? [[name, call.withinMs]] : [])),
);

/** What a till did, in the terms of its pictures. */
const watchTill = () => {
  const classify = createClassifier({});
  const queueCallOf = createQueueReader();
  const results: Timed[] = [];
  const reports: HealthReport[] = [];
  const moments = new Map<string, QueueMoment[]>();
  const deliveredAt = new Map<string, number>();
  const see = (recorded: Exchange): void => {
    const { n, scenario, operation, response } = recorded;
    const status = response?.status;
    if (operation === 'ReportPosHealth') {
      const at = Date.parse(recorded.at);
      reports.push({ place: 'the till', at, exchange: n, state: healthIn(recorded.request.body, status) });
      return;
    }
    const exchange = fromRecorded(recorded, classify);
    const { call, answeredAt } = exchange;
    if (call.name === 'callback' && call.messageId !== undefined) {
      const at = deliveredAt.get(call.messageId);
      if (at === undefined || status === undefined || status >= 300) return;
      deliveredAt.delete(call.messageId);
      results.push({ name: operation, durationMs: exchange.at - at, limitMs: visibilityMs, exchange: n });
    }
    const queue = call.party === 'queue' ? queueCallOf(exchange) : undefined;
    const told = moments.get(scenario) ?? [];
    if (queue?.action === 'receive')
      for (const { messageId, messageKind, groupId } of queue.messages) {
        deliveredAt.set(messageId, answeredAt);
        told.push({
          at: answeredAt,
          message: messageId,
          what: 'received',
          group: groupId,
          name: messageKind,
          exchange: n,
        });
      }
    if (queue?.action === 'delete')
      for (const { messageId, outcome } of queue.deletions)
        if (messageId !== undefined && outcome === 'deleted')
          told.push({ at: answeredAt, message: messageId, what: 'deleted' });
    if (told.length > 0) moments.set(scenario, told);
  };
  return { see, results, reports, moments };
};

const healthIn = (body: string | undefined, status: number | undefined): HealthReport['state'] => {
  if (status === undefined || status >= 300) return 'refused';
  return /"healthy"\s*:\s*false/.test(body ?? '') ? 'unhealthy' : 'healthy';
};

/** Those in which most of one group came after each other. */
const lanesOf = (moments: ReadonlyMap<string, readonly QueueMoment[]>): readonly (Picture | undefined)[] =>
  [...moments]
    .map(([scenario, those]) => {
      const ids = Map.groupBy(those, ({ group }) => group ?? '');
      ids.delete('');
      const busiest = Math.max(
        0,
        ...[...ids.values()].map((group) => new Set(group.map(({ message }) => message)).size),
      );
      return { scenario, those, busiest };
    })
    .filter(({ busiest }) => busiest > 1)
    .toSorted((one, other) => other.busiest - one.busiest)
    .slice(0, mostQueues)
    .map(({ scenario, those }) => queueLanes(those, { title: `Queue groups in ${scenario}`, mostGroups: 4 }));

/** The walks that break, then the longest. */
const walkPictures = (pages: ReadonlyMap<string, readonly CataloguePage[]>): readonly (Picture | undefined)[] =>
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
    .map(({ strip }) => walkPicture(strip));
