import { readForm } from '../elements/form-text.ts';
import { control } from '../live/control-api.ts';
import { attempt } from '../live/notices.ts';
import { refreshPlatform } from '../live/platform.ts';
import { go, href } from '../route.ts';

export const AddLocation = () => {
  const add = async (form: HTMLFormElement) => {
    const text = readForm(form);
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
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void add(event.currentTarget);
      }}
    >
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
