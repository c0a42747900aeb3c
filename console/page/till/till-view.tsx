import { useEffect } from 'preact/hooks';
import { Empty } from '../elements/empty.tsx';
import { availabilityOf, platform, refreshPlatform } from '../live/platform.ts';
import { href, route, go } from '../route.ts';
import { CommandForm } from './command-form.tsx';
import { CommandList } from './command-list.tsx';
import { Faults } from './faults.tsx';
import { GuestPhone } from './guest-phone.tsx';
import { LocationStatus } from './location-status.tsx';
import { QueuePanel } from './queue-panel.tsx';
import './till.css';
import { submitted, type Typed } from '../elements/form-text.ts';
import { attempt, control } from '../live/control-api.ts';
import { untracked, useSignal } from '@preact/signals';
import { liveLog } from '../traffic/sources.ts';
import { useEachSecond } from '../charts/each-second.ts';
import { Figure } from '../charts/figure.tsx';
import { chartsOfTill } from '../charts/from-events.ts';

/** One location at a time: its state, its queue, commands to it and what became of them. */
export const TillView = () => {
  useEffect(() => {
    void refreshPlatform();
    const timer = setInterval(() => void refreshPlatform(), 5000);
    return () => clearInterval(timer);
  }, []);
  const [id, messageId] = route.value.path;
  const locations = (platform.value?.locations ?? []).filter(({ kind }) => kind === 'pos');
  const chosen = locations.find(({ integrationProfileId }) => integrationProfileId === id) ?? locations[0];
  if (platform.value === undefined) return <p class="soft pad">Reading the platform's state…</p>;
  if (chosen === undefined)
    return (
      <div class="till-empty">
        <Empty title="No location yet">
          <p>
            A location is a till's place at a merchant, with a queue of its own. Add one, issue a PIN and activate your
            till with it.
          </p>
          <AddLocation />
        </Empty>
      </div>
    );
  return (
    <div class="till">
      <aside class="locations">
        <h2>Locations</h2>
        <nav aria-label="Locations">
          {locations.map(({ integrationProfileId, posAvailable, open, merchantTaxId }) => (
            <a
              key={integrationProfileId}
              class="location-link"
              href={href('till', [integrationProfileId])}
              aria-current={integrationProfileId === chosen.integrationProfileId ? 'true' : undefined}
            >
              <span class={`lamp ${posAvailable ? (open ? 'good' : 'warn') : ''}`} aria-hidden="true" />
              <span class="cut">{integrationProfileId}</span>
              <span class="small faint cut">
                {posAvailable ? (open ? 'open' : 'closed') : availabilityOf({ integrationProfileId, posAvailable })} ·{' '}
                {merchantTaxId}
              </span>
            </a>
          ))}
        </nav>
        <details class="add-location">
          <summary class="small soft">Add a location</summary>
          <AddLocation />
        </details>
      </aside>
      <div class="bench" key={chosen.integrationProfileId}>
        <LocationStatus location={chosen} />
        <QueuePanel location={chosen} />
        <TillCharts id={chosen.integrationProfileId} />
        <CommandList location={chosen} selected={messageId} />
      </div>
      <div class="bench" key={`${chosen.integrationProfileId} send`}>
        <GuestPhone location={chosen} />
        <CommandForm location={chosen} />
        <Faults till={chosen} />
      </div>
    </div>
  );
};

const AddLocation = () => {
  const add = async (text: Typed) => {
    const name = text('name');
    await attempt(async () => {
      const { integrationProfileId } = await control('POST /locations', {
        merchantTaxId: text('taxId'),
        ...(name !== '' && { integrationProfileId: name }),
      });
      await refreshPlatform();
      go(href('till', [integrationProfileId]));
    });
  };
  return (
    <form class="stack" onSubmit={submitted(add)}>
      <label class="field">
        <span>Merchant tax id</span>
        <input name="taxId" required defaultValue="5250000001" />
      </label>
      <label class="field">
        <span>Name (integration profile id, optional)</span>
        <input name="name" pattern="[A-Za-z0-9_\-]{1,70}" placeholder="bar" />
      </label>
      <button type="submit" class="primary">
        Add location
      </button>
    </form>
  );
};

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
