import { assumptions as knownAssumptions, type AssumptionId, type AssumptionResult } from '#schemas';
import { placedSentence } from '../orders.ts';
import type { Reported } from '../report.ts';
import { settingText } from '../wording/printable.ts';
import { plural } from '../wording/statuses.ts';
import { toDo, unlocks } from '../wording/unlocks.ts';
import { html, type Markup, prose } from './markup.ts';

/** What nobody exercised, by the setting that would bring it into the run. */
export const notExercised = (reported: Reported): Markup | undefined => {
  const groups = unlocks(reported);
  if (groups.length === 0) return undefined;
  return html`<section aria-labelledby="not-exercised">
<h2 id="not-exercised">Not exercised</h2>
<p class="soft">These requirements were not checked, and that is not a pass. Set the missing key, or fix the setting that did not work, and run again.</p>
${groups.map((unlock) => {
  const { key, rows, reasons, telling } = unlock;
  const [before, behind] = toDo(unlock);
  return html`<div class="unlock">
<h3>${key === undefined ? html`${plural(rows.length, 'requirement')}: ${reasons[0]}` : html`${before}<code>${key}</code>${behind}`}</h3>
${key === undefined ? '' : html`<span class="why">${telling.slice(0, 3).join('; ')}</span>`}
<ul class="ids">${rows.map((row) => html`<li><a href="#${row.id}"><code>${row.id}</code></a></li>`)}</ul>
</div>\n`;
})}
</section>`;
};

/** The points the specification leaves open: what was assumed, and what was seen. */
export const assumptions = ({ result }: Reported): Markup | undefined => {
  if (result.assumptions.length === 0) return undefined;
  const telling = result.assumptions.filter((row) => row.from === 'config' || row.observed.length > 0);
  const rest = result.assumptions.filter((row) => !telling.includes(row));
  return html`<section aria-labelledby="assumptions">
<h2 id="assumptions">Assumptions</h2>
<p class="soft">The specification leaves these points open, so they never fail. The table shows what was assumed and what the target does.</p>
${telling.length === 0 ? '' : assumptionTable('Configured or observed', telling)}
${rest.length === 0 ? '' : html`<details><summary>${plural(rest.length, 'more assumption')} at the default, with nothing observed</summary>${assumptionTable('At the default', rest)}</details>`}
</section>`;
};

export const leftBehind = ({ result: { usedUp = [], placed = [] } }: Reported): Markup | undefined => {
  if (usedUp.length + placed.length === 0) return undefined;
  return html`<section aria-labelledby="placed">
<h2 id="placed">Used up</h2>
<ul>${[...usedUp, ...placedSentence(placed.length)].map((what) => html`<li>${what}</li>`)}</ul>
${
  placed.length === 0
    ? ''
    : html`<details><summary>${plural(placed.length, 'order')}</summary><table>
<thead><tr><th scope="col">shopOrderId</th><th scope="col">oaOrderId</th></tr></thead>
<tbody>${placed.map(({ shopOrderId, oaOrderId }) => html`<tr><td>${shopOrderId ?? html`<span class="soft">no answer said it</span>`}</td><td><code>${oaOrderId}</code></td></tr>\n`)}</tbody></table></details>`
}
</section>`;
};

const assumptionTable = (caption: string, rows: readonly AssumptionResult[]): Markup => html`<table>
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Open point</th><th scope="col">Assumed</th><th scope="col">Observed</th></tr></thead>
<tbody>
${rows.map(
  ({
    id,
    value,
    from,
    observed,
  }) => html`<tr><th scope="row"><code>${id}</code> <span class="rule">${isKnown(id) ? prose(knownAssumptions[id].point) : ''}</span></th>
<td>${prose(inWords(id, value, from))}${from === 'config' ? html`<span class="why">from the configuration</span>` : ''}</td>
<td>${observed.length === 0 ? html`<span class="soft">nothing</span>` : observed.map((one) => html`<div>${one}</div>`)}</td></tr>\n`,
)}</tbody></table>`;

const isKnown = (id: string): id is AssumptionId => Object.hasOwn(knownAssumptions, id);

const inWords = (id: string, value: unknown, from: AssumptionResult['from']): string => {
  if (from === 'default' && isKnown(id)) return knownAssumptions[id].fallback;
  return settingText(value);
};
