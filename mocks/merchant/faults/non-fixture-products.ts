import { fixtureCount } from '../fixture-products.ts';
import { type Asked, inPlace } from './decorators.ts';
import { type JsonObject, objectsIn, textOf } from '../../json.ts';
import type { FrontDecorator } from './merchant-fault.ts';

/** Changes only the products that no fixture names, so that nobody looks for their variants. */
export const onNonFixtureProducts = (change: (product: JsonObject, asked: Asked) => unknown): FrontDecorator =>
  inPlace(['catalogue'], (body, asked) => {
    for (const product of objectsIn(body['products']))
      if ((asked.inventory.product(textOf(product['id']))?.index ?? 0) >= fixtureCount) change(product, asked);
  });
