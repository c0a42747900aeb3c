import { isObject, type JsonObject, objectsIn } from '#mocks/json';
import { inPlace } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** A basket costs as much less as its codes take off, and says of each what `write` makes of that. */
const writtenDiscounts = (write: (value: number) => number): FrontDecorator =>
  inPlace(['retrieval', 'recalculation', 'lock'], ({ price }: JsonObject) => {
    if (!isObject(price)) return;
    for (const discount of objectsIn(price['discounts'])) {
      if (discount['error'] !== undefined) continue;
      const value = Number(discount['value']);
      price['basketValue'] = Number(price['basketValue']) - value;
      discount['value'] = write(value);
    }
  });

/** What is not the price of a product, in another unit. */
export const amountUnitFaults = {
  'change:deliveries-whole-units': {
    title: 'has the costs of deliveries in whole units of the currency once a basket is recalculated or locked',
    breaks: ['basket/one-unit'],
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], (body) => {
      for (const option of objectsIn(body['deliveryOptions']))
        option['cost'] = Math.floor(Number(option['cost']) / 100);
    }),
  },
  'basket:discount-whole-units': {
    title: 'says what a discount takes off in whole units of the currency',
    breaks: ['basket/one-unit'],
    variants: ['granite'],
    front: writtenDiscounts((value) => Math.floor(value / 100)),
  },
  'basket:lines-in-16-bits': {
    title: 'keeps the price of a line in 16 bits',
    breaks: ['basket/one-unit'],
    // At the other shop it is not the price of one times so many.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], (body) => {
      for (const line of objectsIn(body['products']))
        for (const name of ['linePrice', 'originalLinePrice']) line[name] = Number(line[name]) % 2 ** 16;
    }),
  },
  'basket:value-in-16-bits': {
    title: 'keeps the value of a basket in 16 bits',
    breaks: ['basket/value-follows'],
    // At the other shop there is a discount on everything.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], ({ price }: JsonObject) => {
      if (isObject(price)) price['basketValue'] = Number(price['basketValue']) % 2 ** 16;
    }),
  },
  'basket:original-unit-of-line': {
    title: 'writes the price of the line before discount as that of one before discount',
    breaks: ['basket/one-unit'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], ({ products }) => {
      for (const line of objectsIn(products)) line['originalUnitPrice'] = line['originalLinePrice'] ?? 0;
    }),
  },
  'basket:original-line-of-one': {
    title: 'writes the price of one before discount as that of the line before discount',
    breaks: ['basket/one-unit'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], ({ products }) => {
      for (const line of objectsIn(products)) line['originalLinePrice'] = line['originalUnitPrice'] ?? 0;
    }),
  },
  'basket:value-at-its-comma': {
    title: 'reads a value of 1,000.00 and more as far as its comma',
    breaks: ['basket/value-follows'],
    // At the other shop there is a discount on everything.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], ({ price }: JsonObject) => {
      const value = isObject(price) ? Number(price['basketValue']) : 0;
      if (isObject(price) && value >= 100_000) price['basketValue'] = Math.floor(value / 1000);
    }),
  },
  'basket:discount-percentage': {
    title: 'says by how many per cent a discount makes a basket cheaper',
    breaks: ['basket/one-unit'],
    variants: ['granite'],
    // Each valid code takes a tenth off.
    front: writtenDiscounts(() => 10),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
