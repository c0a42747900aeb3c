import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CatalogueProduct, KnownCatalogue, ShopSummary } from '#schemas';
import { Badge } from '../elements/badge.tsx';
import { Empty } from '../elements/empty.tsx';
import { JsonText } from '../elements/json-text.tsx';
import { spokenMs } from '#traffic/charts';
import { timeOfDay } from '../elements/time.ts';
import { VirtualList } from '../elements/virtual-list.tsx';
import { attempt, control, say } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';

/** What the synchronisation engine knows of a shop's products, and how it came to. */
export const Catalogue = ({ shop }: { readonly shop: ShopSummary }) => {
  const known = useSignal<KnownCatalogue | undefined>(undefined);
  const text = useSignal('');
  const selected = useSignal<number | undefined>(undefined);
  const syncing = useSignal(false);
  useEffect(() => {
    const read = () =>
      void attempt(async () => {
        known.value = await control('GET /shops/{name}/catalogue', { name: shop.name });
      });
    read();
    return follow((entries) => {
      if (entries.some(({ event }) => event.kind === 'catalogue-sync' && event.shop === shop.name)) read();
    });
  }, []);
  const sync = async (full: boolean) => {
    syncing.value = true;
    await attempt(async () => {
      const report = await control('POST /shops/{name}/syncs', { name: shop.name, full });
      if (report.failure !== undefined) say(report.failure, 'bad');
    });
    syncing.value = false;
  };
  if (shop.settings.catalogueUrl === undefined)
    return (
      <Empty title="No catalogue address">
        <p>Give this shop's catalogue address under Shop, and its products can be synchronised.</p>
      </Empty>
    );
  const { checkpoint, products = [], reports = [] } = known.value ?? {};
  const wanted = text.value.toLowerCase();
  const found = products.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted));
  const product = selected.value === undefined ? undefined : found[selected.value];
  return (
    <div class="catalogue">
      <div class="card stack">
        <div class="row spread">
          <div class="row">
            <button type="button" class="primary" disabled={syncing.value} onClick={() => void sync(false)}>
              Synchronise now
            </button>
            <button type="button" disabled={syncing.value} onClick={() => void sync(true)}>
              Full refresh
            </button>
          </div>
          <span class="small soft">{products.length} products known</span>
        </div>
        <p class="small wrap">
          <span class="soft">Checkpoint</span>{' '}
          {checkpoint === undefined ? (
            <span class="faint">none: the next synchronisation is a full one</span>
          ) : (
            <>
              <code>{checkpoint}</code> <span class="faint">= {decoded(checkpoint)}</span>
            </>
          )}
        </p>
        <ol class="reports small">
          {reports
            .toReversed()
            .slice(0, 4)
            .map(({ kind, startedAt, finishedAt, pages, products: count, delisted, failure }) => (
              <li key={startedAt}>
                <span class="mono faint">{timeOfDay(startedAt)}</span> {kind}: {count} products on {pages}{' '}
                {pages === 1 ? 'page' : 'pages'} in {spokenMs(finishedAt - startedAt)}
                {delisted.length > 0 && `, ${delisted.length} delisted`}
                {failure !== undefined && <span class="product-error"> {failure}</span>}
              </li>
            ))}
        </ol>
      </div>
      {products.length === 0 ? (
        <Empty title="No products yet">
          <p>Synchronise: the first time is a full import, later ones start at the checkpoint.</p>
        </Empty>
      ) : (
        <>
          <input
            type="search"
            aria-label="Search products"
            placeholder="Search products"
            value={text.value}
            onInput={({ currentTarget }) => {
              selected.value = undefined;
              text.value = currentTarget.value;
            }}
          />
          <div class={product === undefined ? 'products' : 'products split'}>
            <VirtualList
              id="products"
              label="Products"
              count={found.length}
              rowHeight={30}
              keyOf={(index) => String(index)}
              row={(index) => {
                const each = found[index];
                return each && <ProductRow product={each} />;
              }}
              selected={selected.value}
              onSelect={(index) => (selected.value = index)}
              addedAtTop={0}
            />
            {product !== undefined && (
              <div class="product-detail">
                <JsonText label={product.name} body={product} />
              </div>
            )}
          </div>
        </>
      )}
    </div>
  );
};

const ProductRow = ({ product }: { readonly product: CatalogueProduct }) => {
  const { id, name, status, variants, updatedAt } = product;
  const available = variants.filter(({ stock }) => stock.isAvailable).length;
  return (
    <div class="product-row">
      <span class="cut">{name}</span>
      <span class="cut mono faint">{id}</span>
      <span class="small soft cut">
        {available} of {variants.length} available
      </span>
      <span class="small faint mono cut">{updatedAt}</span>
      <span class="number">
        {status === 'DELISTED' ? <Badge tone="warn">delisted</Badge> : <Badge tone="good">active</Badge>}
      </span>
    </div>
  );
};

/** Base64 of the update's epoch milliseconds and the product id, unless the shop made something else of it. */
const decoded = (checkpoint: string): string => {
  try {
    const bytes = Uint8Array.from(atob(checkpoint), (character) => character.charCodeAt(0));
    const [, at = '', id = ''] = /^(\d+):(.*)$/s.exec(new TextDecoder().decode(bytes)) ?? [];
    return at === '' ? 'not of the form time:id' : `${new Date(Number(at)).toISOString()}, product ${id}`;
  } catch {
    return 'not Base64';
  }
};
