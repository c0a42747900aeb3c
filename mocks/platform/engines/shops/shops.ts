import type { Basket, ShopSettings } from '#schemas';
import type { Checkout } from '../checkout/index.ts';
import { keptMap } from '../../persistence/index.ts';
import { openShop, type Shop, type ShopDeps, type SyncSchedule } from './shop.ts';

/** The web shops the platform calls, by name: their addresses, catalogues and checkouts are kept. */
export type Shops = ReturnType<typeof createShops>;

export const createShops = (deps: ShopDeps) => {
  const settings = keptMap<ShopSettings>(deps.store, 'shop');
  const schedules = keptMap<SyncSchedule>(deps.store, 'schedule');
  const begun = new Map<string, Map<string, Checkout>>();
  const open = (name: string, given: ShopSettings): Shop => {
    const checkouts = begun.get(name) ?? keptMap<Checkout>(deps.store, `checkout/${name}`);
    begun.set(name, checkouts);
    const shop = openShop(name, given, deps, checkouts);
    const kept = schedules.get(name);
    if (kept !== undefined && given.catalogueUrl !== undefined) shop.schedule(kept);
    return {
      ...shop,
      schedule(schedule) {
        if (schedule === undefined) schedules.delete(name);
        else schedules.set(name, schedule);
        shop.schedule(schedule);
      },
    };
  };
  const shops = new Map([...settings].map(([name, kept]) => [name, open(name, kept)]));
  return {
    /** Checkouts of a shop that had this name go on with the new settings. */
    put(name: string, given: ShopSettings) {
      shops.get(name)?.close();
      settings.set(name, given);
      const shop = open(name, given);
      shops.set(name, shop);
      return shop;
    },
    get: (name: string) => shops.get(name),
    entries: () => shops.entries(),
    /** A basket change that was accepted. */
    pushed(basket: Basket) {
      for (const { checkouts } of shops.values()) checkouts.pushed(basket);
    },
    close() {
      for (const shop of shops.values()) shop.close();
    },
  };
};
