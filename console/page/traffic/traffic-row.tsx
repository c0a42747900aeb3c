import { Badge, type Tone } from '../elements/badge.tsx';
import { duration, timeOfDay } from '../elements/time.ts';
import type { Row } from './row.ts';
import { VerdictBadge } from './verdict-badge.tsx';

const arrows: Readonly<Record<Row['arrow'], { readonly sign: string; readonly says: string }>> = {
  in: { sign: '→', says: 'received' },
  out: { sign: '←', says: 'sent' },
  queue: { sign: '≡', says: 'queue' },
  inside: { sign: '·', says: 'platform' },
};

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'plain');

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
      <span class="cut mono faint facts">{row.facts}</span>
      <span class="cut soft place">{row.place}</span>
      <span class="number">
        {row.status !== undefined && <Badge tone={toneOf(row.status)}>{String(row.status)}</Badge>}
      </span>
      <span class="number faint small">{row.durationMs !== undefined && duration(row.durationMs)}</span>
      <span class="verdict">
        {row.verdict !== undefined && <VerdictBadge verdict={row.verdict} violations={row.violations} />}
      </span>
    </div>
  );
};
