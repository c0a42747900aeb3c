import { Badge } from '../elements/badge.tsx';
import { CopyButton } from '../elements/copy-button.tsx';
import { timeOfDay } from '../elements/time.ts';
import { attempt } from '../live/control-api.ts';
import { WalkFigures } from '../charts/walk-figures.tsx';
import { href, route } from '../route.ts';
import { currentLog, runId } from './sources.ts';
import { StoryFindings } from './shown-exchange.tsx';
import { shortFacts } from './short-facts.ts';
import { toneOf } from './steps.ts';
import type { Story } from './stories.ts';
import { storyFacts } from './story-facts.ts';
import { archiveOf, save } from './take-away.ts';
import { VerdictBadge } from './verdict-badge.tsx';

/** A story from its beginning to its end, each step with the call that shows it. */
export const StoryDetail = ({ story }: { readonly story: Story }) => {
  // A story grows.
  void currentLog();
  const { kind, title, id, rows } = story;
  const { place, verdict, violations } = storyFacts(story);
  const run = runId.value;
  const exchanges = rows.flatMap(({ event }) => (event.kind === 'exchange' ? [event.id] : []));
  return (
    <div class="stack">
      <header class="stack tight">
        <div class="row">
          <h2>{title === '' ? id : title}</h2>
          {verdict !== undefined && <VerdictBadge verdict={verdict} violations={violations} />}
        </div>
        <p class="small soft">
          {kind === 'walk' ? 'Shop' : kind === 'command' ? 'Message' : run === undefined ? 'Order' : 'Basket'}{' '}
          {kind === 'command' && run === undefined && place !== '' ? (
            <a class="mono" href={href('till', [place, id])}>
              {id}
            </a>
          ) : (
            <span class="mono">{id}</span>
          )}
        </p>
      </header>
      <div class="row" role="group" aria-label="Take this along">
        {kind !== 'walk' && <CopyButton text={id} label="Copy id" what={`the id of this ${kind}`} />}
        <button
          type="button"
          disabled={exchanges.length === 0}
          onClick={() => void attempt(async () => save(`${kind}-${id}.har`, await archiveOf(exchanges, run)))}
        >
          Save as HAR
        </button>
      </div>
      <StoryFindings story={story} run={run} />
      {kind === 'walk' && exchanges.length > 0 && <WalkFigures exchanges={exchanges} run={run} />}
      <StepList story={story} />
    </div>
  );
};

/** What happened, oldest first. */
export const StepList = ({ story }: { readonly story: Story }) => {
  void currentLog();
  return (
    <ol class="steps">
      {story.steps.map((step, index) => {
        const { title, facts, tone, row } = step;
        return (
          <li key={index} class={toneOf(step)}>
            <span class="mono faint">{timeOfDay(row.at)}</span> {title}
            {facts !== '' && <span class="soft">: {shortFacts(facts)}</span>}{' '}
            {tone === 'ours' && <Badge tone="info">ours</Badge>}{' '}
            {row.event.kind === 'exchange' && (
              <a href={href('traffic', [row.key], route.value.view === 'traffic' ? route.value.query : undefined)}>
                exchange {row.key}
              </a>
            )}{' '}
            {(row.verdict === 'violation' || row.verdict === 'warning') && (
              <VerdictBadge verdict={row.verdict} violations={row.violations} />
            )}
            {row.broken.map((id) => (
              <code key={id}> {id}</code>
            ))}
          </li>
        );
      })}
    </ol>
  );
};
