import type { MerchantCall } from '#schemas';
import { isObject, type Json, objectsIn, textOf } from '#mocks/json';
import { onBody } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** Looks at the stock for each line alone. */
export const linesAlone = (of: MerchantCall): FrontDecorator =>
  onBody([of], () => (body, { request }) => {
    const { price } = body;
    for (const line of objectsIn(body['products']).filter(({ error }) => error !== undefined)) {
      const asked = objectsIn(request['products']).filter(({ id }) => id === line['id']);
      if (asked.length < 2 || asked.some(({ quantity }) => Number(quantity) > Number(line['quantity']))) continue;
      const added = asked.reduce((sum, one) => sum + Number(one['quantity']), -Number(line['quantity']));
      delete line['error'];
      line['quantity'] = Number(line['quantity']) + added;
      for (const [of, unit] of [
        ['linePrice', 'unitPrice'],
        ['originalLinePrice', 'originalUnitPrice'],
      ] as const)
        line[of] = Number(line[of]) + added * Number(line[unit]);
      if (isObject(price)) price['basketValue'] = Number(price['basketValue']) + added * Number(line['unitPrice']);
    }
    return body;
  });

/** Shortages that are told otherwise once they have been told, or of one of two lines. */
export const shortageFaults = {
  'recalculation:lines-checked-alone': {
    title: 'supplies a product in two lines that are each within its stock, and together are not',
    breaks: ['recalculation/shortage-reported'],
    front: linesAlone('recalculation'),
  },
  'recalculation:all-in-two-lines-short': {
    title: 'reports a product in two lines as short where they ask for all there is',
    breaks: ['recalculation/change-reflected'],
    front: onBody(['recalculation'], ({ inventory }) => (body, { request }) => {
      for (const line of objectsIn(body['products']).filter(({ error }) => error === undefined)) {
        const asked = objectsIn(request['products']).filter(({ id }) => id === line['id']);
        const total = asked.reduce((sum, { quantity }) => sum + Number(quantity), 0);
        if (asked.length > 1 && total === inventory.variant(textOf(line['id']))?.stock)
          line['error'] = 'QUANTITY_TOO_BIG';
      }
      return body;
    }),
  },
  'recalculation:error-stays': {
    title: 'keeps an error on a product for as long as it is in the basket',
    breaks: ['recalculation/change-reflected'],
    front: onBody(['recalculation'], () => {
      const kept = new Map<string, Json>();
      return (body) => {
        // A gift comes and goes with what it comes with.
        for (const product of objectsIn(body['products']).filter(({ unitPrice }) => unitPrice !== 0)) {
          const key = JSON.stringify([body['id'], product['id']]);
          const error = product['error'] ?? kept.get(key);
          if (error === undefined) continue;
          kept.set(key, error);
          product['error'] = error;
        }
        return body;
      };
    }),
  },
  'recalculation:shortage-told-once': {
    title: 'tells a basket of a shortage once',
    breaks: ['recalculation/repeatable', 'recalculation/shortage-reported'],
    front: onBody(['recalculation'], () => {
      const told = new Set<Json | undefined>();
      return (body) => {
        const short = objectsIn(body['products']).filter(({ error }) => error !== undefined);
        if (told.has(body['id'])) for (const product of short) delete product['error'];
        else if (short.length > 0) told.add(body['id']);
        return body;
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
