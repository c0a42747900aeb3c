import { useEffect } from 'preact/hooks';
import { Empty } from '../elements/empty.tsx';
import { attempt } from '../live/notices.ts';
import { href, route } from '../route.ts';
import { CallList } from './call-list.tsx';
import { Catalogue } from './catalogue.tsx';
import { Handset } from './handset.tsx';
import { ShopForm } from './shop-form.tsx';
import { readShops, shops } from './shops.ts';
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
