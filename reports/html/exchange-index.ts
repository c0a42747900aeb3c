import type { Exchange } from '#schemas';
import type { Reported } from '../report.ts';
import { plural } from '../wording/statuses.ts';
import { exchangeDetails } from './exchange.ts';
import { html, type Markup } from './markup.ts';

export const exchangeAnchor = (n: number): string => `exchange:${n}`;

// With some hundred of them the page stays under 2 MB.
const mostListed = 300;

/** The exchanges the page lists: those at hand, up to as many as it can hold. */
export const listedExchanges = ({ exchanges }: Reported): ReadonlyMap<number, Exchange> =>
  new Map([...exchanges].toSorted(([one], [other]) => one - other).slice(0, mostListed));

/** The first exchanges of every scenario and all that a violation rests on, by scenario. */
export const exchangeIndex = (reported: Reported): Markup | undefined => {
  const listed = [...listedExchanges(reported).values()];
  if (listed.length === 0) return undefined;
  const rest = (reported.result.counts['exchanges'] ?? listed.length) - listed.length;
  return html`<section aria-labelledby="exchanges">
<h2 id="exchanges">Exchanges</h2>
<p class="soft">The first of each scenario and those that violations rest on. ${rest > 0 ? `${plural(rest, 'more exchange')} in exchanges.har.` : ''}</p>
${[...Map.groupBy(listed, ({ scenario }) => scenario)].map(
  ([scenario, those]) => html`<h3><code>${scenario}</code></h3>
${those.map((exchange) => html`<div id="${exchangeAnchor(exchange.n)}">${exchangeDetails(exchange, { much: 'brief' })}</div>\n`)}`,
)}
</section>`;
};
