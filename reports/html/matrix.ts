import type { RequirementResult } from '#schemas';
import { areaOf, areas, registerText } from '../wording/areas.ts';
import { type Status, statuses, statusOrder } from '../wording/statuses.ts';
import type { Reported } from '../report.ts';
import { documentationLink } from './documentation-link.ts';
import { html, type Markup, prose } from './markup.ts';

/** Every requirement of the suite: at a glance by area, then as a table one can filter. */
export const matrix = ({ result, documentation }: Reported): Markup => {
  const grouped = areas(result.requirements);
  return html`<section aria-labelledby="requirements">
<h2 id="requirements">Requirements</h2>
<p class="soft">Each square is one requirement; choose one to read its row.</p>
<ul class="map">
${grouped.map(({ name, rows }) => html`<li><span>${name}</span><ul>${rows.map(cell)}</ul></li>\n`)}
</ul>
<form hidden aria-label="Filter requirements">
<div><label for="by-status">Status</label><select id="by-status" name="status"><option value="">any</option>
${statusOrder
  .filter((status) => result.requirements.some((row) => row.status === status))
  .map((status) => html`<option value="${status}">${statuses[status].words}</option>`)}
</select></div>
<div><label for="by-area">Area</label><select id="by-area" name="area"><option value="">any</option>
${grouped.map(({ name }) => html`<option>${name}</option>`)}
</select></div>
<div><label for="by-text">Text</label><input id="by-text" name="text" type="search" autocomplete="off"></div>
<output aria-live="polite"></output>
</form>
<table class="rows">
<caption class="unseen">Requirements by area, with level, status and number of checks</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">Status</th><th scope="col" class="number wide">Checks</th></tr></thead>
${grouped.map(
  ({ name, rows }) => html`<tbody data-area="${name}">
<tr><th scope="rowgroup" colspan="4">${name}</th></tr>
${rows.map((row) => tableRow(row, documentation))}</tbody>\n`,
)}
</table>
</section>`;
};

const cell = ({ id, status }: RequirementResult): Markup =>
  html`<li><a class="cell t-${status}" href="#${id}" title="${id}: ${statuses[status].words}"><span aria-hidden="true">${statuses[status].sign}</span><span class="unseen">${id}: ${statuses[status].words}</span></a></li>`;

const tableRow = (row: RequirementResult, documentation: string | undefined): Markup => {
  const { clause, rule } = registerText(row.id);
  const reads =
    row.violations.length > 0 ? html`<a href="#${row.id}:1"><code>${row.id}</code></a>` : html`<code>${row.id}</code>`;
  return html`<tr id="${row.id}" data-status="${row.status}" data-area="${areaOf(row.id)}"><th scope="row">${reads} <span class="rule">${prose(rule)} <span class="unseen">${clause}</span></span></th>
<td>${row.level}</td><td>${badge(row.status)}${why(row)}${documentationLink(row.id, documentation)}</td><td class="number wide">${row.checks}</td></tr>\n`;
};

export const badge = (status: Status): Markup => html`<span class="badge t-${status}">${statuses[status].words}</span>`;

const why = ({ reason }: RequirementResult): Markup | string =>
  reason === undefined ? '' : html`<span class="why">${reason}</span>`;
