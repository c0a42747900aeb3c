import type { Basket } from '#schemas';
import { keptMap } from '../persistence/index.ts';
import { openShop, type Shop, type ShopDeps, type ShopSettings } from './shop.ts';

/** The web shops the platform calls, by name. Their addresses and catalogues are kept; checkouts end with the process. */
export interface Shops {
  /** Replaces the shop of this name; its checkouts are over. */
  put(name: string, settings: ShopSettings): Shop;
  get(name: string): Shop | undefined;
  entries(): Iterable<readonly [string, Shop]>;
  /** A basket change that was accepted. */
  pushed(basket: Basket): void;
  close(): void;
}

export const createShops = (deps: ShopDeps): Shops => {
  const settings = keptMap<ShopSettings>(deps.store, 'shop');
  const shops = new Map([...settings].map(([name, kept]) => [name, openShop(name, kept, deps)]));
  return {
    put(name, given) {
      shops.get(name)?.close();
      settings.set(name, given);
      const shop = openShop(name, given, deps);
      shops.set(name, shop);
      return shop;
    },
    get: (name) => shops.get(name),
    entries: () => shops.entries(),
    pushed(basket) {
      for (const { checkouts } of shops.values()) checkouts.pushed(basket);
    },
    close() {
      for (const shop of shops.values()) shop.close();
    },
  };
};
