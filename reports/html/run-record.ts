import type { RunResult, ScenarioResult } from '#schemas';
import { spoken } from '../wording/durations.ts';
import type { Status } from '../wording/statuses.ts';
import type { Reported } from '../report.ts';
import { unexpectedLine } from '../wording/headline.ts';
import { html, type Markup } from './markup.ts';

const scenarioTones = {
  done: 'passed',
  broken: 'failed',
  omitted: 'not-applicable',
} as const satisfies Readonly<Record<ScenarioResult['status'], Status>>;

/** How a scenario is shown: one that found something is not green, whatever it was called itself. */
const toned = ({ requirements }: RunResult, { id, status }: ScenarioResult): { tone: Status; words: string } => {
  const foundBy = (wanted: Status): number =>
    requirements.filter((row) => row.status === wanted && row.violations.some(({ scenario }) => scenario === id))
      .length;
  const found = ([tone, words]: readonly [Status, string]) => ({ tone, words, count: foundBy(tone) });
  const finds = (
    [
      ['failed', 'failed'],
      ['warning', 'warned'],
    ] as const
  ).map(found);
  const worst = status === 'broken' ? undefined : finds.find(({ count }) => count > 0);
  if (worst === undefined) return { tone: scenarioTones[status], words: status };
  return { tone: worst.tone, words: `${worst.count} ${worst.words}` };
};

export const scenarios = ({ result }: Reported): Markup | undefined => {
  if (result.scenarios.length === 0) return undefined;
  const longest = Math.max(1, ...result.scenarios.map((scenario) => scenario.durationMs));
  return html`<section aria-labelledby="scenarios">
<h2 id="scenarios">Scenarios</h2>
<table>
<caption class="unseen">Scenarios with their state and duration</caption>
<thead><tr><th scope="col">Scenario</th><th scope="col">State</th><th scope="col" class="number">Took</th><th scope="col" class="wide"><span class="unseen">Share of the longest</span></th></tr></thead>
<tbody>
${result.scenarios.map((scenario) => {
  const { id, status, durationMs, reason } = scenario;
  const { tone, words } = toned(result, scenario);
  return html`<tr><th scope="row"><code>${id}</code>${reason === undefined ? '' : html`<span class="why">${reason}</span>`}</th>
<td><span class="badge t-${tone}">${words}</span></td><td class="number">${status === 'omitted' ? '' : spoken(durationMs)}</td>
<td class="wide"><svg class="pace t-${tone}" aria-hidden="true"><rect width="${((durationMs / longest) * 100).toFixed(1)}%" height="100%" rx="2"/></svg></td></tr>\n`;
})}</tbody></table>
</section>`;
};

// Traffic nobody asked for can be endless; the journal has all of it.
const listed = 100;

export const unexpected = ({ result }: Reported): Markup | undefined => {
  const { length } = result.unexpected;
  if (length === 0) return undefined;
  return html`<section aria-labelledby="unexpected">
<h2 id="unexpected">Unexpected traffic</h2>
<p class="soft">Calls that belong to no requirement. They fail nothing, but often point to: a wrong path, a stale basket.</p>
<ul>${result.unexpected.slice(0, listed).map((entry) => html`<li><code>${unexpectedLine(entry)}</code></li>\n`)}</ul>
${length > listed ? html`<p class="soft">And ${length - listed} more in journal.ndjson.</p>` : ''}
</section>`;
};
