import { alter, refusal, jsonOf } from '#mocks/faults';
import { isObject, type Json, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { onBody, onRequest, carrying, inFrontOf, inPlace } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** The quantities of a recalculation are read as others. */
export const readAs = (read: (quantity: number) => number): FrontDecorator =>
  onRequest('recalculation', (asked) => {
    for (const line of objectsIn(asked['products'])) line['quantity'] = read(Number(line['quantity']));
    return asked;
  });

/** Recalculations that ask for such a quantity are refused. */
const refusing = (status: number, objects: (quantity: number) => boolean): FrontDecorator =>
  inFrontOf('recalculation', (next) => async (request) => {
    const { products } = await jsonOf(request);
    return objectsIn(products).some(({ quantity }) => objects(Number(quantity))) ? refusal(status) : next(request);
  });

/** The lines of a request are taken for those of the one before, as they stood there. */
const byPosition: FrontDecorator = inFrontOf('recalculation', (next) => {
  const before = new Map<string, readonly JsonObject[]>();
  return async (request) => {
    const asked = await jsonOf(request);
    const lines = objectsIn(asked['products']);
    const stored = before.get(textOf(asked['id'])) ?? lines;
    const places = lines.map(({ id }) => stored.findIndex((line) => line['id'] === id));
    const isSameSet = stored.length === lines.length && !places.includes(-1);
    const products = lines.map((line, index) => ({ ...line, quantity: lines[places[index] ?? 0]?.['quantity'] ?? 0 }));
    before.set(textOf(asked['id']), lines);
    return await next(isSameSet ? carrying(request, { ...asked, products }) : request);
  };
});

/** Quantities of a recalculation are added to those that were there once a basket has been scanned a second time. */
const addingOnceScannedAgain: FrontDecorator = (next, kit) => {
  const scans = new Map<string, number>();
  const counting = onBody(['retrieval'], () => (body) => {
    const id = textOf(body['id']);
    scans.set(id, (scans.get(id) ?? 0) + 1);
    return body;
  })(next, kit);
  return async (request, operation) => {
    if (operation !== 'recalculation') return await counting(request, operation);
    const asked = await jsonOf(request);
    if ((scans.get(textOf(asked['id'])) ?? 0) < 2) return await next(request, operation);
    for (const line of objectsIn(asked['products'])) line['quantity'] = 2 * Number(line['quantity']);
    return await next(carrying(request, asked), operation);
  };
};

/** What a request has left out of the basket is put in again by the next one without it. */
const removedComesBack: FrontDecorator = (next, kit) => {
  const known = new Map<string, { readonly lines: readonly JsonObject[]; readonly removed?: JsonObject | undefined }>();
  const scanning = onBody(['retrieval'], () => (body) => {
    known.set(textOf(body['id']), { lines: objectsIn(body['products']) });
    return body;
  })(next, kit);
  return async (request, operation) => {
    if (operation !== 'recalculation') return await scanning(request, operation);
    const asked = await jsonOf(request);
    const lines = objectsIn(asked['products']);
    const isIn = ({ id }: JsonObject): boolean => lines.some((line) => line['id'] === id);
    const before = known.get(textOf(asked['id']));
    const back = before?.removed === undefined || isIn(before.removed) || lines.length === 0 ? [] : [before.removed];
    const left = before?.lines.find((line) => !isIn(line) && Number(line['unitPrice'] ?? 1) > 0);
    known.set(textOf(asked['id']), { lines, removed: back.length > 0 ? undefined : left });
    const products = [...lines, ...back.map(({ id, quantity }) => ({ id: id ?? '', quantity: quantity ?? 1 }))];
    return await next(carrying(request, { ...asked, products }), operation);
  };
};

const asksForNothing = ({ products }: JsonObject): boolean =>
  products !== undefined && objectsIn(products).length === 0;

/** None of a product is a quantity like any other, and so are very many. */
export const quantityFaults = {
  'recalculation:zero-means-one': {
    title: 'gives one of a product that is asked for with quantity 0',
    breaks: ['recalculation/change-reflected'],
    front: readAs((quantity) => quantity || 1),
  },
  'recalculation:zero-takes-the-next': {
    title: 'leaves out what stands behind a product that is asked for with quantity 0',
    breaks: ['recalculation/change-reflected'],
    front: onRequest('recalculation', (asked) => {
      const lines = objectsIn(asked['products']);
      return { ...asked, products: lines.filter((_, index) => lines[index - 1]?.['quantity'] !== 0) };
    }),
  },
  'recalculation:zero-adds-to-the-next': {
    title: 'gives one more of what stands behind a product that is asked for with quantity 0',
    breaks: ['recalculation/change-reflected'],
    front: onRequest('recalculation', (asked) => {
      const lines = objectsIn(asked['products']);
      for (const [index, line] of lines.entries())
        if (lines[index - 1]?.['quantity'] === 0) line['quantity'] = Number(line['quantity']) + 1;
      return asked;
    }),
  },
  'recalculation:adds-once-scanned': {
    title: 'adds the quantities to what was there once a basket has been scanned a second time',
    breaks: ['recalculation/change-reflected'],
    // Willow reads a basket out of its code, and makes another each time.
    variants: ['granite'],
    front: addingOnceScannedAgain,
  },
  'recalculation:by-position': {
    title: 'takes quantities by where their lines stood in the request before',
    breaks: ['recalculation/change-reflected', 'recalculation/repeatable'],
    front: byPosition,
  },
  'recalculation:zero-crashes': {
    title: 'crashes on quantity 0',
    breaks: ['recalculation/answers'],
    front: refusing(500, (quantity) => quantity === 0),
  },
  'recalculation:nothing-crashes': {
    title: 'crashes on a request that leaves out the last product',
    breaks: ['recalculation/answers'],
    front: onBody(
      ['recalculation'],
      () =>
        (body, { request }) =>
          asksForNothing(request) ? refusal(500) : body,
    ),
  },
  'recalculation:nothing-is-no-change': {
    title: 'takes a request that leaves out the last product for no change',
    breaks: ['recalculation/change-reflected'],
    front: onBody(['retrieval', 'recalculation'], () => {
      const kept = new Map<Json | undefined, Pick<JsonObject, 'products' | 'price'>>();
      return (body, { request }) => {
        if (asksForNothing(request)) return { ...body, ...kept.get(body['id']) };
        const { products = [], price = {} } = body;
        kept.set(body['id'], structuredClone({ products, price }));
        return body;
      };
    }),
  },
  'recalculation:removed-comes-back': {
    title: 'sells the product that was taken out once more with the second request without it',
    breaks: ['recalculation/change-reflected', 'recalculation/repeatable'],
    front: removedComesBack,
  },
  'recalculation:zero-means-the-usual-pack': {
    title: 'gives three of a product that is asked for with quantity 0',
    breaks: ['recalculation/change-reflected'],
    front: readAs((quantity) => quantity || 3),
  },
  'recalculation:twenty-at-most': {
    title: 'makes twenty of every greater quantity',
    breaks: ['recalculation/change-reflected'],
    front: readAs((quantity) => Math.min(quantity, 20)),
  },
  'recalculation:two-digits': {
    title: 'keeps two digits of a quantity',
    breaks: ['recalculation/change-reflected'],
    front: readAs((quantity) => Math.min(quantity, 99)),
  },
  'recalculation:one-byte': {
    title: 'keeps one byte of a quantity',
    breaks: ['recalculation/change-reflected'],
    front: readAs((quantity) => quantity % 256),
  },
  'recalculation:one-byte-crashes': {
    title: 'has a byte for a quantity, and crashes on more',
    breaks: ['recalculation/shortage-reported'],
    front: refusing(500, (quantity) => quantity > 255),
  },
  'recalculation:two-bytes-refused': {
    title: 'has two bytes with a sign for a quantity, and answers 400 to more',
    breaks: ['recalculation/shortage-reported'],
    front: refusing(400, (quantity) => quantity > 32_767),
  },
  'recalculation:last-line-counts': {
    title: 'has the quantity of the last line where a product is on two',
    breaks: ['recalculation/change-reflected'],
    // The other shop has one line of each product.
    variants: ['granite'],
    front: onRequest('recalculation', (asked) => {
      const products = [...new Map(objectsIn(asked['products']).map((line) => [line['id'], line])).values()];
      return { ...asked, products };
    }),
  },
  'recalculation:fewer-is-an-error': {
    title: 'puts an error on a product that is asked for in smaller quantity than it was scanned with',
    breaks: ['recalculation/change-reflected'],
    front: onBody(['retrieval', 'recalculation'], () => {
      const scanned = new Map<string, number>();
      return (body, { request }) => {
        const keyOf = ({ id }: JsonObject): string => `${textOf(body['id'])} ${textOf(id)}`;
        if (request['id'] === undefined)
          for (const product of objectsIn(body['products'])) scanned.set(keyOf(product), Number(product['quantity']));
        for (const line of objectsIn(request['products']))
          for (const product of objectsIn(body['products']))
            if (product['id'] === line['id'] && Number(line['quantity']) < (scanned.get(keyOf(product)) ?? 0))
              product['error'] = 'QUANTITY_TOO_BIG';
        return body;
      };
    }),
  },
  'recalculation:empty-has-null-products': {
    title: 'has null in the place of products when the last one was taken out',
    breaks: ['basket/products'],
    front: onBody(
      ['recalculation'],
      () =>
        (body, { request }) =>
          objectsIn(request['products']).length === 0 ? { ...body, products: null } : body,
    ),
  },
  'change:short-for-nothing': {
    title: 'recalculates and locks a basket without the price of what is left of products that are short',
    breaks: ['basket/value-follows'],
    // At the other shop what is short has no price.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], ({ price, products }) => {
      for (const line of objectsIn(products))
        if (line['error'] !== undefined && isObject(price))
          price['basketValue'] = Number(price['basketValue']) - Number(line['linePrice']);
    }),
  },
  'recalculation:empty-has-no-value': {
    title: 'has no basketValue when the last product was taken out',
    breaks: ['basket/price'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      if (objectsIn(request['products']).length === 0 && isObject(body['price'])) delete body['price']['basketValue'];
      return body;
    }),
  },
  'recalculation:single-pieces-left-out': {
    title: 'leaves products of which there is one out of its answers',
    breaks: ['recalculation/change-reflected'],
    front: onBody(['recalculation'], () => (body) => {
      alter(body, '/products', (old) => objectsIn(old).filter(({ quantity }) => quantity !== 1));
      return body;
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
