import type { Basket, BasketProduct } from '#schemas';
import type { DiscountCodes } from '../fixtures.ts';
import type { StockView } from '../inventory/inventory.ts';

export interface Line {
  readonly id: string;
  readonly quantity: number;
}

/** A basket as granite keeps it: a recalculation changes it for good. */
export interface BasketRecord {
  readonly id: string;
  lines: readonly Line[];
  codes: readonly string[];
  expiresAt: number;
  /** A short-lived basket's end does not move. */
  readonly fixedEnd: boolean;
  loggedUser: string;
  oaOrderId?: string;
}

export const graniteCodes: DiscountCodes = {
  valid: ['OK10', 'Ok-10'],
  EXPIRED: ['OLD', 'XMAS23'],
  INVALID: ['NOPE'],
  NOT_APPLICABLE: ['SHOES-ONLY'],
  USED: ['ONCE'],
};
const codeErrors = ['EXPIRED', 'INVALID', 'NOT_APPLICABLE', 'USED'] as const;

/** Lines of the same product are one wish. */
export const sumLines = (lines: readonly Line[]): readonly Line[] => {
  const sums = new Map<string, number>();
  for (const { id, quantity } of lines) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return [...sums].map(([id, quantity]) => ({ id, quantity }));
};

/** Every optional field filled in, nested objects with more than the specification names. */
export const writeBasket = (record: BasketRecord, requestId: string | undefined, stock: StockView): Basket => {
  const products = sumLines(record.lines)
    .filter(({ quantity }) => quantity > 0)
    .flatMap((line) => writeLine(line, stock));
  const value = products.reduce((sum, { linePrice }) => sum + linePrice, 0);
  const price: Basket['price'] & { readonly vatIncluded: boolean } = {
    currency: 'PLN',
    // Before discounts.
    basketValue: value,
    discounts: [...new Set(record.codes)].map((code) => writeDiscount(code, value)),
    vatIncluded: true,
  };
  const full = products.some(({ quantity }) => quantity > 0);
  return {
    id: record.id,
    ...(requestId === undefined ? {} : { requestId }),
    expiresAt: new Date(record.expiresAt).toISOString(),
    ...(record.oaOrderId === undefined ? {} : { oaOrderId: record.oaOrderId }),
    price,
    deliveryOptions: full ? [...graniteDelivery] : [],
    products,
    invoiceAddressMandatory: false,
    loggedUser: record.loggedUser,
  };
};

export const graniteDelivery: Basket['deliveryOptions'] = [
  { key: 'CARRIER_A_COURIER', cost: 990, timing: 'tomorrow' },
  { key: 'CARRIER_A_PICKUP', cost: 790, timing: '2-3 working days, longer before holidays' },
  { key: 'INSTORE_PICKUP', cost: 0, timing: 'today' },
  { key: 'ELECTRONIC', cost: 0, timing: '' },
];

const writeDiscount = (code: string, value: number): Basket['price']['discounts'][number] => {
  if (graniteCodes.valid.includes(code)) return { code, value: Math.floor(value / 10) };
  const error = codeErrors.find((name) => graniteCodes[name].includes(code));
  return { code, value: 0, error: error ?? 'INVALID' };
};

/** A shortage is the quantity there is, with QUANTITY_TOO_BIG, even when that is none. */
const writeLine = ({ id, quantity }: Line, stock: StockView): BasketProduct[] => {
  const goods = stock.goods(id);
  const granted = Math.max(0, Math.min(quantity, stock.available(id)));
  const index = goods?.product.index ?? 0;
  const unit = goods?.unitPrice ?? 0;
  const multiBuy = index % 4 === 0;
  const write = (part: number): BasketProduct => ({
    id,
    name: `Stoneware no. ${index}`,
    images: [`https://granite.example/img/${index}.jpg`],
    quantity: part,
    unitPrice: unit,
    // Three for two: the line is not quantity x unitPrice.
    linePrice: unit * (part - (multiBuy ? Math.floor(part / 3) : 0)),
    originalUnitPrice: unit + 100,
    originalLinePrice: (unit + 100) * part,
    ean: index % 3 === 0 ? '' : `590${String(index).padStart(10, '0')}`,
    ...(granted < quantity ? { error: 'QUANTITY_TOO_BIG' as const } : {}),
    ...(index % 5 === 1 ? { policies: [{ type: 'AGE', criteria: { minAge: 18 } }] } : {}),
  });
  // The till prints at most three of some articles on one line, so a product can have two lines.
  return index % 5 === 1 && granted > 3 ? [write(3), write(granted - 3)] : [write(granted)];
};
