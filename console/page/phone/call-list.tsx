import { Badge } from '../elements/badge.tsx';
import { Empty } from '../elements/empty.tsx';
import { spokenMs } from '#traffic/charts';
import { timeOfDay } from '../elements/time.ts';
import { href } from '../route.ts';
import { type Row, toRow } from '../traffic/row.ts';
import { shortFacts } from '../traffic/short-facts.ts';
import { VerdictBadge } from '../traffic/verdict-badge.tsx';
import { effect, signal } from '@preact/signals';
import { follow, platformRun } from '../live/journal.ts';

interface CallListProps {
  readonly shop: string;
  readonly oaOrderId: string | undefined;
}

/** What the platform asked the shop, in the order it did, with what became of the checkout in between. */
export const CallList = ({ shop, oaOrderId }: CallListProps) => {
  const all = calls.value.get(shop) ?? [];
  const orderOf = ({ event }: Row) => ('oaOrderId' in event ? event.oaOrderId : undefined);
  // A retrieval names no order; it comes after the scan that does.
  const first = all.findIndex((row) => orderOf(row) === oaOrderId);
  const list =
    oaOrderId === undefined ? all : all.slice(first).filter((row) => [oaOrderId, undefined].includes(orderOf(row)));
  if (list.length === 0)
    return (
      <Empty title="No calls yet">
        <p>Scan a basket on the phone: each call to the shop appears here, with its verdict.</p>
      </Empty>
    );
  return (
    <ol class="calls" aria-label="Calls to the shop">
      {list.map((row) =>
        row.kind === 'merchant' ? (
          <li key={row.key}>
            <a class="call" href={href('traffic', [row.key])}>
              <span class="mono faint">{timeOfDay(row.at)}</span>
              <span class="cut">
                <strong>{row.title}</strong> <span class="mono faint small">{shortFacts(row.facts)}</span>
              </span>
              <span class="number faint small">{row.durationMs !== undefined && spokenMs(row.durationMs)}</span>
              <span class="number">
                {row.status === undefined ? (
                  <Badge tone="bad">no answer</Badge>
                ) : (
                  <Badge tone={row.status < 300 ? 'plain' : 'warn'}>{String(row.status)}</Badge>
                )}
              </span>
              <span class="number">
                {row.verdict !== undefined && <VerdictBadge verdict={row.verdict} violations={row.violations} />}
              </span>
            </a>
          </li>
        ) : (
          <li key={row.key} class="phase small soft">
            <span class="mono faint">{timeOfDay(row.at)}</span> {row.title.toLowerCase()}{' '}
            <span class="faint">({row.facts.replaceAll('-', ' ')})</span>
          </li>
        ),
      )}
    </ol>
  );
};

const kept = 200;

/** What was called at each shop and what its checkouts went through, oldest first. */
const calls = signal<ReadonlyMap<string, readonly Row[]>>(new Map());

follow((entries) => {
  const fresh = entries.flatMap((entry) => {
    const row = toRow(entry);
    return row !== undefined && (row.kind === 'merchant' || entry.event.kind === 'checkout') ? [row] : [];
  });
  if (fresh.length === 0) return;
  const next = new Map(calls.value);
  for (const row of fresh) next.set(row.place, [...(next.get(row.place) ?? []), row].slice(-kept));
  calls.value = next;
});

effect(() => {
  if (platformRun.value > 0) calls.value = new Map();
});
