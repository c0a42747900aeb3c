import type { ShopSummary } from '#schemas';
import { useRef } from 'preact/hooks';
import { submitted, type Typed } from '../elements/form-text.ts';
import { control } from '../live/control-api.ts';
import { attempt } from '../live/notices.ts';
import { go, href } from '../route.ts';

// More than fit on the screen need not be offered.
const mostOffered = 6;

export const ScanScreen = ({ shop }: { readonly shop: ShopSummary }) => {
  const { baskets = [] } = shop.settings;
  const input = useRef<HTMLInputElement>(null);
  const scan = (text: Typed) =>
    attempt(async () => {
      const { oaOrderId } = await control('POST /shops/{name}/checkouts', {
        name: shop.name,
        basketId: text('basketId'),
        lock: text('lock') === 'on',
      });
      go(href('phone', [shop.name, oaOrderId]));
    });
  return (
    <form class="scan stack" onSubmit={submitted(scan)}>
      <div class="viewfinder" aria-hidden="true">
        <svg viewBox="0 0 96 96" width="96" height="96">
          <path
            d="M8 28V12a4 4 0 0 1 4-4h16M68 8h16a4 4 0 0 1 4 4v16M88 68v16a4 4 0 0 1-4 4H68M28 88H12a4 4 0 0 1-4-4V68"
            fill="none"
            stroke="currentColor"
            stroke-width="3"
            stroke-linecap="round"
          />
          <path
            d="M24 34v28M32 34v28M38 34v28M48 34v28M54 34v28M64 34v28M72 34v28"
            stroke="currentColor"
            stroke-width="3"
          />
        </svg>
      </div>
      <h2>Scan a basket of {shop.name}</h2>
      <p class="soft small">
        The basket id is what the shop's page carries in its widget, as the attribute <code>data-basket</code>.
      </p>
      <label class="field">
        <span>Basket id</span>
        <input name="basketId" ref={input} required autocomplete="off" />
      </label>
      {baskets.length > 0 && (
        <div class="row offered" role="group" aria-label="Baskets of the configuration">
          {baskets.slice(0, mostOffered).map((id) => (
            <button
              key={id}
              type="button"
              class="small mono cut"
              onClick={() => {
                if (input.current === null) return;
                input.current.value = id;
                input.current.focus();
              }}
            >
              {id}
            </button>
          ))}
        </div>
      )}
      <label class="row">
        <input type="checkbox" name="lock" /> Lock the basket before paying
      </label>
      <button type="submit" class="primary big">
        Scan
      </button>
    </form>
  );
};
