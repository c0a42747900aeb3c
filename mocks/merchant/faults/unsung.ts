import { fixtureCount } from '../fixture-products.ts';
import { inPlace } from './around.ts';
import { type JsonObject, objectsIn, textOf } from './json.ts';
import type { FrontSpoiler } from './merchant-fault.ts';

/** Changes only the products that no fixture names, so that nobody looks for their variants. */
export const onUnsung = (change: (product: JsonObject) => void): FrontSpoiler =>
  inPlace(['catalogue'], (body, { shelves }) => {
    for (const product of objectsIn(body['products']))
      if ((shelves.product(textOf(product['id']))?.index ?? 0) >= fixtureCount) change(product);
  });
