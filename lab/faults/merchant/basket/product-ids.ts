import { jsonOf, withBody } from '#mocks/faults';
import { isObject, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { carrying, onBody } from '#mocks/merchant/faults/decorators';
import type { FaultKit, FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { onPush } from '#mocks/merchant/faults/basket-change';

/** The product of a variant that is its only one, has another id and does not run out. */
const productOf = ({ inventory }: FaultKit, variantId: string): string | undefined => {
  const goods = inventory.variant(variantId);
  if (goods === undefined || goods.product.stock !== Number.POSITIVE_INFINITY) return undefined;
  const { id, variantIds } = goods.product;
  return variantIds.length === 1 && id !== variantId ? id : undefined;
};

/** Names the products of a basket as `rename` does; what it leaves undefined keeps its id. */
const rename = (basket: JsonObject, by: (id: string) => string | undefined): void => {
  for (const line of objectsIn(basket['products'])) line['id'] = by(textOf(line['id'])) ?? textOf(line['id']);
};

/** Retrieved baskets name products; whoever asks by product is answered by product, and by variant otherwise. */
const naming: FrontDecorator = (next, kit) => {
  const variants = new Map<string, string>();
  return async (request, operation) => {
    const body = await jsonOf(request);
    const asked = new Set<string>();
    const basket = isObject(body['basket']) ? body['basket'] : body;
    rename(basket, (id) => {
      const variant = variants.get(id);
      if (variant !== undefined) asked.add(variant);
      return variant;
    });
    const renamed = () => carrying(request, body);
    const response = await next(asked.size > 0 ? renamed() : request, operation);
    if (!response.ok || operation === 'catalogue' || operation === 'order') return response;
    const answer = (await response.json()) as JsonObject;
    rename(answer, (id) => {
      if (operation !== 'retrieval' && !asked.has(id)) return undefined;
      const product = productOf(kit, id);
      if (product !== undefined) variants.set(product, id);
      return product;
    });
    return withBody(response, JSON.stringify(answer));
  };
};

/** Which of its recalculations is answered with a product without a name. */
const unnamed = 4;

/** Baskets whose lines name products, or nothing. */
export const productIdFaults = {
  'retrieval:product-ids': {
    title: 'names products instead of variants in the baskets it shows',
    breaks: ['basket/variant-ids'],
    front: naming,
  },
  'push:product-ids': {
    title: 'names products instead of variants in the baskets it pushes',
    breaks: ['basket/variant-ids'],
    send: onPush((body, kit) => rename(body, (id) => productOf(kit, id))),
  },
  'push:article-numbers': {
    title: 'names products by article numbers in the baskets it pushes, which nobody else has heard of',
    breaks: ['basket/variant-ids'],
    send: onPush((body) => rename(body, (id) => `ART-${id.length}-${id}`.slice(0, 36))),
  },
  'recalculation:one-id-lost': {
    title: 'answers one recalculation with a product that has an empty id',
    breaks: ['recalculation/change-reflected'],
    front: onBody(['recalculation'], () => {
      let times = 0;
      return (body) => {
        const [line] = objectsIn(body['products']);
        if (line !== undefined && ++times === unnamed) line['id'] = '';
        return body;
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
