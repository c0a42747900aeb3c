import type { ShopSettings } from '#schemas';
import type { Shop } from '../../engines/shops/shop.ts';
import type { Shops } from '../../engines/shops/shops.ts';
import { ControlError } from '../declaration/fields.ts';
import type { Location, State } from '../../state/state.ts';

export const shopIn =
  (shops: Pick<Shops, 'get'>) =>
  (name: string): Shop => {
    const shop = shops.get(name);
    if (shop === undefined) throw new ControlError(404, 'UnknownShop', `There is no shop ${name}.`);
    return shop;
  };

/** The shop, which was named with these addresses. */
export const reachableShop = (shop: Shop, name: string, ...addresses: readonly (keyof ShopSettings)[]): Shop => {
  const missing = addresses.filter((address) => shop.settings[address] === undefined);
  if (missing.length > 0)
    throw new ControlError(409, 'MissingAddress', `The shop ${name} was named without ${missing.join(', ')}.`);
  return shop;
};

export const locationIn =
  ({ locations }: Pick<State, 'locations'>) =>
  (id: string): Location => {
    const location = locations.get(id);
    if (location === undefined) throw new ControlError(404, 'UnknownLocation', `There is no location ${id}.`);
    return location;
  };
