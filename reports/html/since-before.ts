import { changedIn, compared } from '../comparison/comparison.ts';
import { capitalised, inWords, whyOf } from '../comparison/texts.ts';
import type { Reported } from '../report.ts';
import { shortened } from '../wording/printable.ts';
import { html, type Markup } from './markup.ts';

const whyLength = 300;

export const sinceBefore = ({ result, before }: Reported): Markup | undefined => {
  if (before === undefined) return undefined;
  const comparison = compared(before, result);
  const { circumstances, words } = comparison;
  const listed = changedIn(comparison).filter(({ change }) => change !== 'exercised');
  const ids = new Set(result.requirements.map(({ id }) => id));
  return html`<section aria-labelledby="since">
<h2 id="since">Since the run before</h2>
<p class="soft">The run of <time datetime="${before.startedAt}">${before.startedAt}</time> was ${words.from}. ${capitalised(inWords(comparison))}.</p>
${circumstances.map((line) => html`<p class="soft">${line}</p>`)}
${
  listed.length === 0
    ? ''
    : html`<table>
<caption class="unseen">Requirements that changed</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">Change</th><th scope="col">Why</th></tr></thead>
<tbody>${listed.flatMap(({ sign, words: change, rows }) =>
        rows.map(
          (
            row,
          ) => html`<tr><th scope="row">${ids.has(row.id) ? html`<a href="#${row.id}"><code>${row.id}</code></a>` : html`<code>${row.id}</code>`}</th>
<td>${sign} ${change}<span class="why">${row.from} → ${row.to}</span></td><td>${shortened(whyOf(row), whyLength)}</td></tr>\n`,
        ),
      )}</tbody></table>`
}
</section>`;
};
