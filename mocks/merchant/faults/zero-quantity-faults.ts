import { jsonOf } from '#mocks/faults';
import { isObject, objectsIn } from '../../json.ts';
import { inFrontOf, onBody } from './decorators.ts';
import type { FrontDecorator, MerchantFault } from './merchant-fault.ts';

/** A quantity of 0 is read as another one. */
const zeroAs = (quantity: number): FrontDecorator =>
  inFrontOf('recalculation', (next) => async (request) => {
    const asked = await jsonOf(request);
    for (const line of objectsIn(asked['products'])) line['quantity'] = Number(line['quantity']) || quantity;
    return await next(new Request(request, { method: 'POST', body: JSON.stringify(asked) }));
  });

/** None of a product is a quantity like any other. */
export const zeroQuantityFaults = {
  'recalculation:zero-means-one': {
    title: 'gives one of a product that is asked for with quantity 0',
    breaks: ['recalculation/change-reflected'],
    front: zeroAs(1),
  },
  'recalculation:zero-means-the-usual-pack': {
    title: 'gives three of a product that is asked for with quantity 0',
    breaks: ['recalculation/change-reflected'],
    front: zeroAs(3),
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
