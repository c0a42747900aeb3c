import { fixtureCount } from '../fixture-products.ts';
import { inPlace } from './decorators.ts';
import { type JsonObject, objectsIn, textOf } from './json.ts';
import type { FrontDecorator } from './merchant-fault.ts';

/** Changes only the products that no fixture names, so that nobody looks for their variants. */
export const onNonFixtureProducts = (change: (product: JsonObject) => void): FrontDecorator =>
  inPlace(['catalogue'], (body, { inventory }) => {
    for (const product of objectsIn(body['products']))
      if ((inventory.product(textOf(product['id']))?.index ?? 0) >= fixtureCount) change(product);
  });
