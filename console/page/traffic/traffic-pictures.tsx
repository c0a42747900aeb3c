import { untracked } from '@preact/signals';
import type { StreamEvent } from '#schemas';
import { Empty } from '../elements/empty.tsx';
import { platform } from '../live/platform.ts';
import { currentLog, filter, runId } from './sources.ts';
import { Figure } from '../pictures/figure.tsx';
import { picturesOf } from '../pictures/from-events.ts';
import { useEachSecond } from '../pictures/each-second.ts';

/** Of the newest events, at the place that is looked at. Drawn anew once a second, whatever comes meanwhile. */
export const TrafficPictures = () => {
  const { place, scenarios } = filter.value;
  const run = runId.value;
  const pictures = useEachSecond(() => {
    const events = untracked(() => currentLog().newest(mostEvents)).filter(
      (event) => (place === '' || placeOf(event) === place) && isOf(event, scenarios),
    );
    return picturesOf(events, run === undefined ? untracked(() => platform.value?.now) : undefined);
  }, [place, scenarios.join(' '), run]);
  if (pictures.length === 0)
    return (
      <Empty title="Nothing to draw yet">
        <p>Answers of shops, health reports and what a queue delivers are drawn here as they come.</p>
      </Empty>
    );
  return (
    <div class="pictures" tabIndex={0} role="region" aria-label="Pictures">
      {pictures.map((picture) => (
        <Figure key={picture.title} id={`picture-${picture.title.replaceAll(' ', '-')}`} picture={picture} run={run} />
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
