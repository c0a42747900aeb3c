import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ShopSummary } from '#schemas';
import { Empty } from '../elements/empty.tsx';
import { submitted, type Typed } from '../elements/form-text.ts';
import { attempt, control, say } from '../live/control-api.ts';
import { go, href, route } from '../route.ts';
import { CallList } from './call-list.tsx';
import { Catalogue } from './catalogue.tsx';
import { Handset } from './handset.tsx';
import './phone.css';

const tabs = { calls: 'Calls', catalogue: 'Catalogue', shop: 'Shop' } as const;
type Tab = keyof typeof tabs;

/** A shopper's phone, and what goes on between the platform and the shop meanwhile. */
export const PhoneView = () => {
  useEffect(() => void attempt(readShops), []);
  const { path, query } = route.value;
  const [name, oaOrderId] = path;
  const known = shops.value;
  if (known === undefined) return <p class="soft pad">Reading the shops…</p>;
  const shop = known.find((each) => each.name === name) ?? (name === undefined ? known[0] : undefined);
  if (shop === undefined || name === 'new')
    return (
      <div class="phone-empty">
        <Empty title={known.length === 0 ? 'No shop yet' : 'Another shop'}>
          <p>
            Enter the addresses of your shop, or put them into a configuration file:{' '}
            <code>conformance platform --config conformance.yaml</code> names its merchant <code>configured</code>.
          </p>
          <ShopForm />
        </Empty>
      </div>
    );
  const tab: Tab = query.get('tab') === 'catalogue' ? 'catalogue' : query.get('tab') === 'shop' ? 'shop' : 'calls';
  return (
    <div class="phone-view">
      <div class="handset-side">
        <nav class="row shop-links" aria-label="Shops">
          {known.map((each) => (
            <a
              key={each.name}
              class="shop-link"
              href={href('phone', [each.name])}
              aria-current={each.name === shop.name ? 'true' : undefined}
            >
              {each.name}
            </a>
          ))}
          <a class="shop-link" href={href('phone', ['new'])}>
            + shop
          </a>
        </nav>
        <Handset key={`${shop.name}/${oaOrderId}`} shop={shop} oaOrderId={oaOrderId} />
      </div>
      <section class="beside-phone" aria-label={tabs[tab]}>
        <nav class="row sub-tabs" aria-label="Beside the phone">
          {(Object.keys(tabs) as Tab[]).map((each) => (
            <a
              key={each}
              class="tab"
              aria-current={each === tab ? 'page' : undefined}
              href={href('phone', path, each === 'calls' ? undefined : new URLSearchParams({ tab: each }))}
            >
              {tabs[each]}
            </a>
          ))}
        </nav>
        {tab === 'calls' && <CallList shop={shop.name} oaOrderId={oaOrderId} />}
        {tab === 'catalogue' && <Catalogue key={shop.name} shop={shop} />}
        {tab === 'shop' && (
          <div class="card">
            <ShopForm key={shop.name} shop={shop} />
          </div>
        )}
      </section>
    </div>
  );
};

const addresses = [
  { key: 'basketUrl', label: 'Basket address', hint: 'https://shop.example/basket' },
  { key: 'recalculateUrl', label: 'Recalculate address', hint: 'https://shop.example/recalculate' },
  { key: 'orderUrl', label: 'Order address', hint: 'https://shop.example/order' },
  { key: 'catalogueUrl', label: 'Catalogue address (optional)', hint: 'https://shop.example/catalogue' },
] as const;

/** Where a shop is reached. Headers are asked for again each time, since the platform does not show secrets. */
const ShopForm = ({ shop }: { readonly shop?: ShopSummary }) => {
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

const shops = signal<readonly ShopSummary[] | undefined>(undefined);

const readShops = async (): Promise<void> => {
  const answer = await control('GET /shops');
  shops.value = answer.shops;
};
