import type { ExchangeVerdict } from '#schemas';
import { Badge, type Tone } from '../elements/badge.tsx';
import { spokenMs } from '#traffic/charts';
import { timeOfDay } from '../elements/time.ts';
import type { Row } from './row.ts';
import { shortFacts } from './short-facts.ts';
import { type Step, toneOf } from './steps.ts';
import type { Story } from './stories.ts';
import { storyFacts } from './story-facts.ts';
import { VerdictBadge } from './verdict-badge.tsx';

const arrows: Readonly<Record<Row['arrow'], { readonly sign: string; readonly says: string }>> = {
  in: { sign: '→', says: 'received' },
  out: { sign: '←', says: 'sent' },
  queue: { sign: '≡', says: 'queue' },
  inside: { sign: '·', says: 'platform' },
};

interface Shown {
  readonly status?: number | undefined;
  readonly failed: boolean;
  readonly injected?: string | undefined;
}

const statusTone = ({ status = 0, failed, injected }: Shown): Tone =>
  injected !== undefined ? 'info' : failed || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'plain';

const Status = ({ row }: { readonly row: Shown }) => (
  <span class="number">
    {row.status !== undefined && (
      <Badge tone={statusTone(row)}>{row.injected === undefined ? String(row.status) : `ours ${row.status}`}</Badge>
    )}
    {row.status === undefined && row.injected !== undefined && <Badge tone="info">ours</Badge>}
  </span>
);

interface Ended extends Shown {
  readonly durationMs?: number | undefined;
  readonly verdict?: ExchangeVerdict | undefined;
  readonly violations: number;
}

/** What came of it, in the same columns of every line. */
const RowEnd = ({ durationMs, verdict, violations, ...shown }: Ended) => (
  <>
    <Status row={shown} />
    <span class="number faint small">{durationMs !== undefined && spokenMs(durationMs)}</span>
    <span class="verdict">{verdict !== undefined && <VerdictBadge verdict={verdict} violations={violations} />}</span>
  </>
);

export const TrafficRow = ({ row }: { readonly row: Row }) => {
  const { sign, says } = arrows[row.arrow];
  return (
    <div class={`traffic-row ${row.failed ? 'failed' : ''}`}>
      <span class="mono faint">{timeOfDay(row.at)}</span>
      <span class={`arrow ${row.arrow}`}>
        <span aria-hidden="true">{sign}</span>
        <span class="unseen">{says}</span>
      </span>
      <span class="cut title">{row.title}</span>
      <span class="cut mono faint facts">{shortFacts(row.facts)}</span>
      <span class="cut soft place">{row.place}</span>
      <RowEnd {...row} />
    </div>
  );
};

export const StoryRow = ({ story, isOpen }: { readonly story: Story; readonly isOpen: boolean }) => {
  const { at, place, facts, durationMs, ...ended } = storyFacts(story);
  return (
    <div class={`traffic-row story-row ${ended.failed ? 'failed' : ''}`}>
      <span class="mono faint">{timeOfDay(at)}</span>
      <span class="arrow">
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        <span class="unseen">{isOpen ? 'unfolded' : 'folded'}</span>
      </span>
      <span class="cut title">{story.title === '' ? story.id : story.title}</span>
      <span class="cut soft facts">
        {facts} <span class="mono faint">{story.kind === 'walk' ? '' : story.id}</span>
      </span>
      <span class="cut soft place">{place}</span>
      <RowEnd {...ended} durationMs={durationMs > 0 ? durationMs : undefined} />
    </div>
  );
};

export const StepRow = ({ story, step }: { readonly story: Story; readonly step: Step }) => {
  const { row, title, facts } = step;
  return (
    <div class={`traffic-row step-row ${toneOf(step)}`}>
      <span class="mono faint">{timeOfDay(row.at)}</span>
      <span class="arrow" aria-hidden="true">
        └
      </span>
      <span class="cut title">{[title, ...row.broken].join(' · ')}</span>
      <span class="cut soft facts">
        {story.kind === 'command' && <span class="mono faint">{story.id} </span>}
        {shortFacts(facts)}
      </span>
      <span class="cut faint small place">{row.event.kind === 'exchange' && `exchange ${row.key}`}</span>
      <RowEnd {...row} />
    </div>
  );
};
