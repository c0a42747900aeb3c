import { useSignal } from '@preact/signals';
import { control } from '../live/control-api.ts';
import { attempt, say } from '../live/notices.ts';
import { refreshPlatform } from '../live/platform.ts';
import { go, href } from '../route.ts';

/** Asks once more, since nothing brings it back. */
export const RemoveLocation = ({ id }: { readonly id: string }) => {
  const isAsked = useSignal(false);
  const remove = () =>
    attempt(async () => {
      await control('DELETE /locations/{integrationProfileId}', { integrationProfileId: id });
      say(`${id} is removed.`);
      go(href('till'));
      await refreshPlatform();
    });
  if (!isAsked.value)
    return (
      <div>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isAsked.value = true;
          }}
        >
          Remove this location…
        </button>
      </div>
    );
  return (
    <div class="row" role="group" aria-label={`Remove ${id}`}>
      <span class="small">With its queue, its PINs and its till’s credentials?</span>
      <button type="button" onClick={() => void remove()}>
        Remove {id}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isAsked.value = false;
        }}
      >
        Keep it
      </button>
    </div>
  );
};
