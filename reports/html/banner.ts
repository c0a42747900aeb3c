import { cardsOf } from '../violation/argument.ts';
import { countOf, plural, statuses, statusOrder, verdicts } from '../wording/statuses.ts';
import { registerInWords } from '../wording/areas.ts';
import { runDuration, spoken } from '../wording/durations.ts';
import type { Reported } from '../report.ts';
import { headlineOf } from '../wording/headline.ts';
import { shortened } from '../wording/printable.ts';
import { reachOf } from '../wording/reach.ts';
import { anchorOf } from './failures.ts';
import { html, type Markup } from './markup.ts';

// What fails is named at the very top, as long as it is a list one can take in.
const named = 8;
// As wide as the page.
const oneLine = 160;

/** Verdict, counts, and everything needed to know which run this was. */
export const banner = (reported: Reported): Markup => {
  const { result } = reported;
  const reach = reachOf({ ...result, power: reported.power });
  const { words, meaning } = headlineOf(result);
  const { name = 'unnamed target', version } = result.target;
  return html`<header class="banner t-${verdicts[result.verdict].like}"><div class="wrap">
<p class="what">Conformance of <strong>${name}</strong>${version === undefined ? '' : ` ${version}`}, ${result.suite} suite</p>
<h1>${words}</h1>
<p class="meaning">${meaning}</p>
${result.reason === undefined ? '' : html`<p class="reason">${result.reason}</p>`}
${failing(reported)}
${share(reported)}
<dl class="facts">
${fact('Seed', html`<code>${result.seed}</code>`)}
${fact('Started', html`<time datetime="${result.startedAt}">${minute(result.startedAt)}</time>`)}
${fact('Took', spoken(runDuration(result)))}
${fact('Tool', `${result.tool.name} ${result.tool.version}`)}
${fact('Register', `version ${registerInWords(result.register)}`)}
${fact('Exit code', String(result.exitCode))}
${reach === '' ? '' : fact('Reach', reach)}
</dl>
</div></header>`;
};

const fact = (name: string, value: string | Markup): Markup => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const minute = (instant: string): string => instant.replace(/T(\d\d:\d\d).*$/, ' $1 UTC');

const failing = (reported: Reported): Markup | string => {
  const cards = cardsOf(reported, 'failed');
  if (cards.length === 0) return '';
  const rest = cards.length - named;
  return html`<ul class="first">
${cards
  .slice(0, named)
  .map(
    ({ head }) =>
      html`<li><span class="sign" aria-hidden="true">${statuses.failed.sign}</span> <a href="#${anchorOf(head)}"><code>${head.row.id}</code></a> ${shortened(head.message, oneLine)}</li>\n`,
  )}
${rest > 0 ? html`<li><a href="#failed">and ${plural(rest, 'more failure')}</a></li>` : ''}
</ul>`;
};

const share = ({ result }: Reported): Markup => {
  const total = Math.max(1, result.requirements.length);
  const shown = statusOrder.filter((status) => countOf(result, status) > 0);
  let from = 0;
  const pieces = shown.map((status) => {
    const width = (countOf(result, status) / total) * 100;
    from += width;
    return html`<rect class="t-${status}" x="${(from - width).toFixed(2)}%" width="${width.toFixed(2)}%" height="100%"/>`;
  });
  return html`<svg class="share" aria-hidden="true">${pieces}</svg>
<ul class="legend">
${shown.map((status) => html`<li class="t-${status}"><b>${countOf(result, status)}</b> ${statuses[status].words}</li>\n`)}
</ul>`;
};
