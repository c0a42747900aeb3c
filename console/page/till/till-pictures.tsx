import { untracked, useSignal } from '@preact/signals';
import { platform } from '../live/platform.ts';
import { liveLog } from '../traffic/sources.ts';
import { useEachSecond } from '../pictures/each-second.ts';
import { Figure } from '../pictures/figure.tsx';
import { picturesOfTill } from '../pictures/from-events.ts';

/** What happened at a location, over time. */
export const TillPictures = ({ id }: { readonly id: string }) => {
  const isOpen = useSignal(false);
  return (
    <details
      class="card till-pictures"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <h2>Over time</h2>
      </summary>
      {isOpen.value && <Drawn id={id} />}
    </details>
  );
};

const Drawn = ({ id }: { readonly id: string }) => {
  const pictures = useEachSecond(() => {
    const events = untracked(() => liveLog().newest(mostEvents)).filter(
      (event) => 'integrationProfileId' in event && event.integrationProfileId === id,
    );
    const now = untracked(() => platform.value?.now);
    return picturesOfTill(events, now);
  }, [id]);
  return (
    <div class="stack">
      {pictures.length === 0 && <p class="soft small">Nothing was queued and no health reported yet.</p>}
      {pictures.map((picture) => (
        <Figure key={picture.title} id={`till-${picture.title.replaceAll(' ', '-')}`} picture={picture} />
      ))}
    </div>
  );
};

const mostEvents = 20_000;
