import { isObject, type Json, type JsonObject, objectsIn } from '#mocks/json';
import { type Asked, inPlace, onBody } from '#mocks/merchant/faults/decorators';
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

const linesOf = (body: JsonObject): number =>
  objectsIn(body['products']).reduce((sum, { linePrice }) => sum + Number(linePrice), 0);

/** Changes lines, and what the basket costs by as much. */
const changeLines = (body: JsonObject, change: (line: JsonObject) => void): JsonObject => {
  const before = linesOf(body);
  for (const line of objectsIn(body['products'])) change(line);
  const { price } = body;
  if (isObject(price)) price['basketValue'] = Math.max(0, Number(price['basketValue']) + linesOf(body) - before);
  return body;
};

/** Each line shows one of its prices in the place of another. */
const writingAs = (name: string, shown: string): FrontDecorator =>
  inPlace(['retrieval', 'recalculation', 'lock'], ({ products }) => {
    for (const line of objectsIn(products)) line[name] = line[shown] ?? 0;
  });

const withLines = (change: (line: JsonObject) => void): FrontDecorator =>
  inPlace(['retrieval', 'recalculation', 'lock'], (body) => changeLines(body, change));

const amounts = ['unitPrice', 'linePrice', 'originalUnitPrice', 'originalLinePrice'];

/** Amounts of the product that was shown first, in the calls that have it so. */
const firstProduct = (isSo: (asked: Asked) => boolean, change: (amount: number) => number): FrontDecorator =>
  onBody(['retrieval', 'recalculation', 'lock'], () => {
    let first: Json | undefined;
    return (body, asked) =>
      changeLines(body, (line) => {
        if (Number(line['unitPrice']) >= 300) first ??= line['id'];
        if (line['id'] === first && isSo(asked)) for (const name of amounts) line[name] = change(Number(line[name]));
      });
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
    front: writingAs('originalUnitPrice', 'originalLinePrice'),
  },
  'basket:original-line-of-one': {
    title: 'writes the price of one before discount as that of the line before discount',
    breaks: ['basket/one-unit'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: writingAs('originalLinePrice', 'originalUnitPrice'),
  },
  'basket:original-line-reduced': {
    title: 'writes the price of the line after discount as that before it',
    breaks: ['basket/one-unit'],
    variants: ['granite'],
    front: writingAs('originalLinePrice', 'linePrice'),
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
  'basket:line-price-of-one': {
    title: 'charges for one piece of a product, whatever its quantity',
    breaks: ['basket/one-unit'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: withLines((line) => {
      line['linePrice'] = Math.min(1, Number(line['quantity'])) * Number(line['unitPrice']);
    }),
  },
  'basket:line-price-squared': {
    title: 'multiplies the price of a line by its quantity twice',
    breaks: ['basket/one-unit'],
    front: withLines((line) => {
      for (const name of ['linePrice', 'originalLinePrice']) line[name] = Number(line[name]) * Number(line['quantity']);
    }),
  },
  'basket:originals-swapped': {
    title: 'has originalUnitPrice and unitPrice the wrong way round',
    breaks: ['basket/one-unit'],
    // At the other shop they are the same.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], ({ products }) => {
      for (const line of objectsIn(products)) {
        const { unitPrice = 0, originalUnitPrice = 0 } = line;
        Object.assign(line, { unitPrice: originalUnitPrice, originalUnitPrice: unitPrice });
      }
    }),
  },
  'basket:discount-twice': {
    title: 'takes each discount off twice',
    breaks: ['basket/value-follows'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], (body) => {
      const { price } = body;
      if (!isObject(price)) return;
      const off = objectsIn(price['discounts']).reduce((sum, { value }) => sum + Number(value), 0);
      price['basketValue'] = Math.max(0, linesOf(body) - 2 * off);
    }),
  },
  'basket:one-variant-in-whole-units': {
    title: 'has the price of one product in whole units of the currency in baskets, and not in the catalogue',
    breaks: ['basket/one-unit'],
    front: firstProduct(
      () => true,
      (amount) => Math.round(amount / 100),
    ),
  },
  'recalculation:one-variant-hundredfold': {
    title: 'recalculation: one product costs a hundred times as much',
    breaks: ['basket/same-everywhere'],
    // The other shop has offers in the prices of its lines.
    variants: ['granite'],
    front: firstProduct(
      ({ request, url }) => request['products'] !== undefined && !url.searchParams.has('lock'),
      (amount) => 100 * amount,
    ),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
