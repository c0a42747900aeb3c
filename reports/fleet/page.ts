import { documentOf } from '../html/document.ts';
import { html as markup, Markup } from '../html/markup.ts';
import { mostFailed, type Round, roundWords, verdictCounts } from './round.ts';

/** A page for a hundred thousand targets: the rows are data, and a part of them is drawn at a time. */
const script = `
const rows = JSON.parse(document.getElementById('rows').textContent);
const words = JSON.parse(document.getElementById('words').textContent);
const form = document.querySelector('form');
const body = document.querySelector('tbody');
const more = document.getElementById('more');
const most = 200;
let shown = most;
const cell = (line, text) => { line.insertCell().textContent = text; };
const draw = () => {
  const wanted = new FormData(form);
  const text = String(wanted.get('text')).trim().toLowerCase();
  const fits = rows.filter((row) => (!wanted.get('verdict') || row[2] === wanted.get('verdict'))
    && (!wanted.get('changed') || row[6])
    && (text === '' || row.join(' ').toLowerCase().includes(text)));
  body.replaceChildren();
  for (const [name, suite, verdict, labels, failed, open, change, reason, file] of fits.slice(0, shown)) {
    const line = body.insertRow();
    const first = line.insertCell();
    if (file === '') first.textContent = name;
    else {
      const link = document.createElement('a');
      link.href = encodeURIComponent(name) + '/' + file;
      link.textContent = name;
      first.append(link);
    }
    cell(line, suite);
    cell(line, words[verdict]);
    cell(line, change);
    cell(line, failed || (open ? open + ' open' : reason));
    cell(line, labels);
  }
  form.querySelector('output').value = Math.min(shown, fits.length) + ' of ' + fits.length + ' shown, ' + rows.length + ' in all';
  more.hidden = fits.length <= shown;
};
form.addEventListener('input', () => { shown = most; draw(); });
form.addEventListener('submit', (event) => event.preventDefault());
more.addEventListener('click', () => { shown += most; draw(); });
draw();
`;

/** Data inside a page: no text in it can end the element. */
const data = (id: string, value: unknown): Markup =>
  new Markup(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);

/** fleet.html: all targets by verdict, searchable, each with a link to its own report. */
export const roundPage = (round: Round): string => {
  const { rows, tool, at } = round;
  const words = Object.fromEntries(Object.entries(roundWords).map(([verdict, { words: said }]) => [verdict, said]));
  const counts = verdictCounts(rows);
  const body = markup`<main id="content" class="wrap">
<h1>${rows.length} targets</h1>
<p>${counts.map(([verdict, count]) => markup`<strong>${count}</strong> ${words[verdict] ?? verdict} `)}</p>
<p>${tool.name} ${tool.version}, ${at}</p>
${
  mostFailed(rows).length === 0
    ? undefined
    : markup`<section><h2>Failed most often</h2><ol>${mostFailed(rows).map(([id, count]) => markup`<li><code>${id}</code> at ${count}</li>`)}</ol></section>`
}
<section><h2>Targets</h2>
<form role="search">
<label>Find <input type="search" name="text"></label>
<label>Verdict <select name="verdict"><option value="">all</option>${counts.map(([verdict]) => markup`<option value="${verdict}">${words[verdict] ?? verdict}</option>`)}</select></label>
<label><input type="checkbox" name="changed"> changed since the last round</label>
<output></output>
</form>
<table class="targets"><thead><tr><th scope="col">target</th><th scope="col">suite</th><th scope="col">verdict</th><th scope="col">change</th><th scope="col">failed or open</th><th scope="col">labels</th></tr></thead><tbody></tbody></table>
<button type="button" id="more" hidden>Show more</button>
<noscript>The table needs the page's own script; fleet.json has the same.</noscript>
</section>
</main>
${data(
  'rows',
  rows.map(({ name, suite, verdict, labels, failed, open, change = '', reason = '', file = '' }) => [
    name,
    suite,
    verdict,
    Object.entries(labels)
      .map(([key, value]) => `${key}=${value}`)
      .join(' '),
    failed.join(', '),
    open,
    change,
    reason,
    change === 'gone' ? '' : file,
  ]),
)}
${data('words', words)}`;
  return documentOf({ title: `Fleet: ${rows.length} targets`, script, body }).source;
};
