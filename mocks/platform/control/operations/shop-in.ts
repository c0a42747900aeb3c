import type { ShopSettings } from '#schemas';
import type { Shop } from '../../engines/shops/shop.ts';
import type { Shops } from '../../engines/shops/shops.ts';
import { ControlError, found } from '../declaration/fields.ts';
import type { Location, State } from '../../state/state.ts';

export const shopIn =
  (shops: Pick<Shops, 'get'>) =>
  (name: string): Shop =>
    found(shops.get(name), 'UnknownShop', `There is no shop ${name}.`);

/** The shop, which was named with these addresses. */
export const reachableShop = (shop: Shop, name: string, ...addresses: readonly (keyof ShopSettings)[]): Shop => {
  const missing = addresses.filter((address) => shop.settings[address] === undefined);
  if (missing.length > 0)
    throw new ControlError(409, 'MissingAddress', `The shop ${name} was named without ${missing.join(', ')}.`);
  return shop;
};

export const locationIn =
  ({ locations }: Pick<State, 'locations'>) =>
  (id: string): Location =>
    found(locations.get(id), 'UnknownLocation', `There is no location ${id}.`);
