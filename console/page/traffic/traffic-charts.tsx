import { untracked } from '@preact/signals';
import type { StreamEvent } from '#schemas';
import { Empty } from '../elements/empty.tsx';
import { platform } from '../live/platform.ts';
import { currentLog, filter, runId } from './sources.ts';
import { Figure } from '../charts/figure.tsx';
import { chartsOf } from '../charts/from-events.ts';
import { useEachSecond } from '../charts/each-second.ts';

/** Of the newest events, at the place that is looked at. Drawn anew once a second, whatever comes meanwhile. */
export const TrafficCharts = () => {
  const { place, scenarios } = filter.value;
  const run = runId.value;
  const charts = useEachSecond(() => {
    const events = untracked(() => currentLog().newest(mostEvents)).filter(
      (event) => (place === '' || placeOf(event) === place) && isOf(event, scenarios),
    );
    return chartsOf(events, run === undefined ? untracked(() => platform.value?.now) : undefined);
  }, [place, scenarios.join(' '), run]);
  if (charts.length === 0)
    return (
      <Empty title="Nothing to draw yet">
        <p>Answers of shops, health reports and what a queue delivers are drawn here as they come.</p>
      </Empty>
    );
  return (
    <div class="charts" tabIndex={0} role="region" aria-label="Charts">
      {charts.map((chart) => (
        <Figure key={chart.title} id={`chart-${chart.title.replaceAll(' ', '-')}`} chart={chart} run={run} />
      ))}
    </div>
  );
};

const mostEvents = 20_000;

const placeOf = (event: StreamEvent): string | undefined => {
  if ('scenario' in event) return String(event.scenario);
  if ('integrationProfileId' in event && event.integrationProfileId !== undefined) return event.integrationProfileId;
  return 'shop' in event ? event.shop : undefined;
};

const isOf = (event: StreamEvent, scenarios: readonly string[]): boolean =>
  scenarios.length === 0 || scenarios.includes(placeOf(event) ?? '');
