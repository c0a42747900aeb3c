import { documentOf } from '../html/document.ts';
import { html as markup, Markup } from '../html/markup.ts';
import { plural } from '../wording/statuses.ts';
import { mostFailed, type Round, roundWords, verdictCounts } from './round.ts';

// What needs somebody comes first.
const worstFirst = ['non-conformant', 'harness-error', 'not-judged', 'missing', 'incomplete', 'conformant'];

/** Data inside a page: no text in it can end the element. */
const data = (id: string, value: unknown): Markup =>
  new Markup(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);

/** All targets by verdict, searchable, each with links to its own report. */
export const roundPage = (round: Round, noun = 'target'): string => {
  const { rows, tool, at } = round;
  const words = Object.fromEntries(
    Object.entries(roundWords).map(([verdict, { sign, words: said }]) => [verdict, `${sign} ${said}`]),
  );
  const counts = verdictCounts(rows).toSorted(([one], [other]) => worstFirst.indexOf(one) - worstFirst.indexOf(other));
  const often = mostFailed(rows).filter(([, count]) => count > 1);
  const body = markup`<main id="content" class="wrap">
<h1>${plural(rows.length, noun)}</h1>
<p>${counts.map(([verdict, count], at) => markup`${at > 0 ? ' · ' : ''}<strong>${count}</strong> ${words[verdict] ?? verdict}`)}</p>
<p>${tool.name} ${tool.version}, ${at}</p>
${
  often.length === 0
    ? undefined
    : markup`<section><h2>Failed most often</h2><ol>${often.map(([id, count]) => markup`<li><code>${id}</code> at ${plural(count, noun)}</li>`)}</ol></section>`
}
<section><h2>Worst first</h2>
<form role="search">
<label>Find <input type="search" name="text"></label>
<label>Verdict <select name="verdict"><option value="">all</option>${counts.map(([verdict]) => markup`<option value="${verdict}">${words[verdict] ?? verdict}</option>`)}</select></label>
${rows.some(({ change }) => change !== undefined) ? markup`<label><input type="checkbox" name="changed"> changed since the last round</label>` : ''}
<output></output>
</form>
<table class="targets"><thead><tr><th scope="col">${noun}</th><th scope="col">suite</th><th scope="col">verdict</th><th scope="col">change</th><th scope="col">failed or open</th><th scope="col">labels</th></tr></thead><tbody></tbody></table>
<button type="button" id="more" hidden>Show more</button>
<noscript>The table needs the page's own script; results.json in the folder of each has the same.</noscript>
</section>
</main>
${data(
  'rows',
  rows
    .toSorted((one, other) => worstFirst.indexOf(one.verdict) - worstFirst.indexOf(other.verdict))
    .map(({ name, suite, verdict, labels, failed, open, change = '', reason = '', file = '' }) => [
      name,
      suite,
      verdict,
      Object.entries(labels)
        .map(([key, value]) => `${key}=${value}`)
        .join(' '),
      failed,
      open,
      change,
      reason,
      change === 'gone' ? '' : file,
    ]),
)}
${data('words', words)}`;
  return documentOf({ title: plural(rows.length, noun), script: new URL('browser.js', import.meta.url), body }).source;
};
