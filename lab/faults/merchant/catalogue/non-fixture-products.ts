import { type JsonObject, objectsIn, textOf } from '#mocks/json';
import { type Asked, inPlace } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator } from '#mocks/merchant/faults/merchant-fault';
import { fixtureCount } from '#mocks/merchant/fixtures';

/** Changes only the products that no fixture names, so that nobody looks for their variants. */
export const onNonFixtureProducts = (change: (product: JsonObject, asked: Asked) => unknown): FrontDecorator =>
  inPlace(['catalogue'], (body, asked) => {
    for (const product of objectsIn(body['products']))
      if ((asked.inventory.product(textOf(product['id']))?.index ?? 0) >= fixtureCount) change(product, asked);
  });
