import { adviceFor, type Exchange, isNamed, isRequirementId, type Likeness } from '#schemas';
import { figureOf } from '#traffic/charts';
import type { Argument, Card } from '../violation/argument.ts';
import type { Marked } from '../violation/difference.ts';
import { storiesOf } from '../violation/stories.ts';
import { plural, statuses, explaining, typed } from '../wording/statuses.ts';
import { drawn } from './charts.ts';
import { documentationLink } from './documentation-link.ts';
import { exchangeDetails } from './exchange.ts';
import { html, type Markup, prose } from './markup.ts';

/** Where a violation stands in the page: which one of its requirement it is. */
export const anchorOf = ({ row, violation }: Argument): string => `${row.id}:${row.violations.indexOf(violation) + 1}`;

// The exchanges that show a violation, each with two bodies; the archive beside the page has all of them.
const exchangesShown = 6;

export const violationsSection = (
  id: string,
  title: string,
  about: string,
  list: readonly Card[],
): Markup | undefined => {
  if (list.length === 0) return undefined;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p class="soft">${about}</p>
${list.map(({ head, because, like }) => violationArticle(head, because, like))}
</section>`;
};

const violationArticle = (argument: Argument, because: readonly Argument[] = [], like?: Likeness): Markup => {
  const { row, register, violation, exchanges, shown, cost } = argument;
  const { cause = '' } = violation;
  const anchor = anchorOf(argument);
  const times =
    violation.count !== undefined && violation.count > 1
      ? html` <span class="soft">seen ${violation.count} times</span>`
      : '';
  return html`<article id="${anchor}" class="t-${row.status}" aria-labelledby="${anchor}:h">
<h3 id="${anchor}:h"><a href="#${row.id}"><code>${row.id}</code></a> <span class="badge t-${row.status}">${row.level}, ${statuses[row.status].words}</span>${times}</h3>
${cost === undefined ? '' : html`<p class="cost">${cost.words}</p>`}
<p class="lead">${argument.message}</p>
${like === undefined ? '' : html`<p class="like">${like.says}</p>`}
<p class="rule">${prose(register.rule)} <span>(${register.clause})</span></p>
${row.status === 'expected-failure' && row.reason !== undefined ? html`<p class="rule">Known: ${row.reason}</p>` : ''}
${cause === '' ? '' : html`<p class="rule">Cause: <code>${cause}</code>${violation.known === undefined || row.status === 'expected-failure' ? '' : html`. Known: ${violation.known}`}</p>`}
<dl class="beside">
<div><dt>Expected</dt><dd>${marked(argument.expected)}</dd></div>
<div><dt>Observed</dt><dd>${marked(argument.actual)}</dd></div>
</dl>
${pictures(argument, anchor)}
${where(argument)}
${isRequirementId(row.id) ? html`<p class="rule">${isNamed(row.id, cause) ? '' : html`Usual fix: ${prose(adviceFor(row.id).fix)}`}${documentationLink(row.id, argument.documentation)} <span class="more">More: <code>${explaining(row.id)}</code></span></p>` : ''}
${cost === undefined ? '' : html`<p class="rule">Where to look: ${cost.look}</p>`}
${command('Run just this again', typed(violation.replay))}
${argument.curl === undefined ? '' : command('Send the request again', argument.curl)}
${exchanges
  .slice(-exchangesShown)
  .toSorted((one, other) => one.n - other.n)
  .map((exchange) =>
    exchangeDetails(exchange, exchange === shown ? { much: 'whole', isOpen: true } : { much: 'brief' }),
  )}
${exchanges.length > exchangesShown ? html`<p class="soft">And ${plural(exchanges.length - exchangesShown, 'more exchange')} in exchanges.har.</p>` : ''}
${because.length === 0 ? '' : html`<details><summary>Because of it: ${plural(because.length, 'more finding')} (${[...new Set(because.map((one) => one.row.id))].join(', ')})</summary>${because.map((one) => violationArticle(one))}</details>`}
</article>\n`;
};

const pictures = (argument: Argument, anchor: string): readonly Markup[] =>
  storiesOf(argument, anchor.replace(/:1$/u, '')).map((story, index) =>
    drawn(figureOf(story, { id: `${anchor}:story-${index + 1}`, linkTo: () => undefined })),
  );

const marked = ({ before, differing, after }: Marked): Markup =>
  html`${before}${differing === '' ? '' : html`<mark>${differing}</mark>`}${after}`;

const where = (argument: Argument): Markup | string => {
  const { shown, earlier, violation } = argument;
  if (argument.excerpt.length === 0 || shown === undefined) return '';
  const at =
    violation.pointer === undefined || violation.pointer === '' ? '' : html`, at <code>${violation.pointer}</code>`;
  const half = (exchange: Exchange, lines: Argument['excerpt']): Markup => html`<div>
<p class="label">In the ${exchange.sender === 'target' ? 'request' : 'response'} of exchange #${exchange.n}${at}</p>
<pre>${lines.map(({ text, marked: here }) => html`${here ? html`${text.slice(0, text.length - text.trimStart().length)}<mark>${text.trimStart()}</mark>` : text}\n`)}</pre></div>`;
  return html`<div class="halves">${earlier === undefined ? '' : half(earlier.exchange, earlier.excerpt)}${half(shown, argument.excerpt)}</div>`;
};

const command = (what: string, text: string): Markup =>
  text === ''
    ? html``
    : html`<p class="label">${what}</p>
<div class="command" data-what="${what}"><pre>${text}</pre></div>`;
