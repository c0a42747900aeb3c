import { untracked, useSignal } from '@preact/signals';
import { platform } from '../live/platform.ts';
import { liveLog } from '../traffic/sources.ts';
import { useEachSecond } from '../charts/each-second.ts';
import { Figure } from '../charts/figure.tsx';
import { chartsOfTill } from '../charts/from-events.ts';

export const TillCharts = ({ id }: { readonly id: string }) => {
  const isOpen = useSignal(false);
  return (
    <details class="card till-charts" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>
        <h2>Over time</h2>
      </summary>
      {isOpen.value && <Drawn id={id} />}
    </details>
  );
};

const Drawn = ({ id }: { readonly id: string }) => {
  const charts = useEachSecond(() => {
    const events = untracked(() => liveLog().newest(mostEvents)).filter(
      (event) => 'integrationProfileId' in event && event.integrationProfileId === id,
    );
    const now = untracked(() => platform.value?.now);
    return chartsOfTill(events, now);
  }, [id]);
  return (
    <div class="stack">
      {charts.length === 0 && <p class="soft small">Nothing was queued and no health reported yet.</p>}
      {charts.map((chart) => (
        <Figure key={chart.title} id={`till-${chart.title.replaceAll(' ', '-')}`} chart={chart} />
      ))}
    </div>
  );
};

const mostEvents = 20_000;
