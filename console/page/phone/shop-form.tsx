import type { ShopSummary } from '#schemas';
import { submitted, type Typed } from '../elements/form-text.ts';
import { control } from '../live/control-api.ts';
import { attempt, say } from '../live/notices.ts';
import { go, href } from '../route.ts';
import { readShops } from './shops.ts';

const addresses = [
  { key: 'basketUrl', label: 'Basket address', hint: 'https://shop.example/basket' },
  { key: 'recalculateUrl', label: 'Recalculate address', hint: 'https://shop.example/recalculate' },
  { key: 'orderUrl', label: 'Order address', hint: 'https://shop.example/order' },
  { key: 'catalogueUrl', label: 'Catalogue address (optional)', hint: 'https://shop.example/catalogue' },
] as const;

/** Where a shop is reached. Headers are asked for again each time, since the platform does not show secrets. */
export const ShopForm = ({ shop }: { readonly shop?: ShopSummary }) => {
  const save = (text: Typed) =>
    attempt(async () => {
      const name = shop?.name ?? text('name');
      const headers = readHeaders(text('headers'));
      await control('PUT /shops/{name}', {
        name,
        ...Object.fromEntries(addresses.map(({ key }) => [key, text(key)] as const).filter(([, url]) => url !== '')),
        ...(Object.keys(headers).length > 0 && { headers }),
        payments: text('payments') === 'by-hand' ? 'by-hand' : 'at-once',
      });
      await readShops();
      say(`The shop ${name} can be bought from.`);
      go(href('phone', [name]));
    });
  return (
    <form class="stack" onSubmit={submitted(save)}>
      {shop === undefined && (
        <label class="field">
          <span>Name</span>
          <input name="name" required pattern="[A-Za-z0-9_\-]{1,70}" placeholder="my-shop" />
        </label>
      )}
      {addresses.map(({ key, label, hint }) => (
        <label key={key} class="field">
          <span>{label}</span>
          <input
            name={key}
            type="url"
            required={key !== 'catalogueUrl'}
            placeholder={hint}
            defaultValue={shop?.settings[key] ?? ''}
          />
        </label>
      ))}
      <label class="field">
        <span>Headers of every call, one a line{shop !== undefined && '; replaces those there are'}</span>
        <textarea name="headers" rows={2} placeholder="Authorization: Bearer …" spellcheck={false} />
      </label>
      <label class="field">
        <span>Payments</span>
        <select name="payments">
          <option value="at-once">go through at once</option>
          <option value="by-hand" selected={shop?.settings.payments === 'by-hand'}>
            wait for me to say how they went
          </option>
        </select>
      </label>
      <button type="submit" class="primary">
        {shop === undefined ? 'Add shop' : 'Save, and end its checkouts'}
      </button>
    </form>
  );
};

const readHeaders = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      }),
  );
