import { jsonOf } from '#mocks/faults';
import { isObject, objectsIn } from '../../json.ts';
import { inFrontOf, onBody } from './decorators.ts';
import type { FrontDecorator, MerchantFault } from './merchant-fault.ts';

/** The quantities of a recalculation are read as others. */
const readAs = (read: (quantity: number) => number): FrontDecorator =>
  inFrontOf('recalculation', (next) => async (request) => {
    const asked = await jsonOf(request);
    for (const line of objectsIn(asked['products'])) line['quantity'] = read(Number(line['quantity']));
    return await next(new Request(request, { method: 'POST', body: JSON.stringify(asked) }));
  });

/** None of a product is a quantity like any other, and so are very many. */
export const quantityFaults = {
  'recalculation:zero-means-one': {
    title: 'gives one of a product that is asked for with quantity 0',
    breaks: ['recalculation/change-reflected'],
    front: readAs((quantity) => quantity || 1),
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
  'recalculation:empty-has-no-value': {
    title: 'has no basketValue when the last product was taken out',
    breaks: ['basket/price'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      if (objectsIn(request['products']).length === 0 && isObject(body['price'])) delete body['price']['basketValue'];
      return body;
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
