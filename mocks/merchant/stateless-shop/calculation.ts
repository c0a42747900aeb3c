import type { Basket, BasketPriceDiscount, BasketProduct } from '#schemas';
import type { DiscountCodes } from '../fixtures.ts';
import type { Goods, StockView } from '../inventory/inventory.ts';

/** What the answer is computed from, and from nothing else. */
export interface Wish {
  readonly basketId: string;
  readonly lines: ReadonlyMap<string, number>;
  readonly codes: readonly string[];
  readonly expiresAt: number;
}

export const willowCodes: DiscountCodes = {
  valid: ['wiosna-🌷', 'ŻÓŁW'],
  EXPIRED: ['zima'],
  INVALID: ['brak kodu'],
  NOT_APPLICABLE: ['tylko-buty 👟'],
  USED: ['raz'],
};
const codeErrors = ['EXPIRED', 'INVALID', 'NOT_APPLICABLE', 'USED'] as const;
/** Given to everybody, asked for or not. */
const everybodysCode = 'dla-każdego';
export const giftId = '🎁-gratis';

export const willowDelivery: Basket['deliveryOptions'] = [
  { key: 'CARRIER_F_APM', cost: 1299 },
  { key: 'CARRIER_H_APM', cost: 1199 },
  { key: 'CARRIER_B_PICKUP', cost: 0 },
  { key: 'CARRIER_J_COURIER', cost: 1999 },
];

/** Some goods are sold to companies only. */
export const needsInvoice = (goods: Goods | undefined): boolean => goods?.product.index === 4;

/** Only what is required, and an invoice where it is mandatory. Pure: the same wish gives the same basket. */
export const calculate = (wish: Wish, { goods, available }: StockView): Basket => {
  const paid = [...wish.lines].filter(([id]) => id !== giftId);
  const products = paid.map(([id, quantity]) => writeLine(id, quantity, goods(id), available(id)));
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0);
  const wishedGifts = wish.lines.get(giftId);
  if (wishedGifts !== undefined || pieces >= 2) products.push(writeGift(wishedGifts ?? 1));
  const value = products.reduce((sum, { linePrice }) => sum + linePrice, 0);
  const discounts = discountsOf(wish.codes, value);
  return {
    id: wish.basketId,
    expiresAt: toDateTime(wish.expiresAt),
    price: {
      currency: 'zł',
      // After discounts.
      basketValue: Math.max(0, value - discounts.reduce((sum, discount) => sum + discount.value, 0)),
      discounts,
    },
    deliveryOptions: [...willowDelivery],
    products,
    ...(paid.some(([id, quantity]) => quantity > 0 && needsInvoice(goods(id)))
      ? { invoiceAddressMandatory: true }
      : {}),
  };
};

const discountsOf = (codes: readonly string[], value: number): BasketPriceDiscount[] => {
  const asked = [...new Set(codes)].filter((code) => code !== everybodysCode);
  // One code a basket: the first counts, and the others do not go with it.
  const counting = asked.find((code) => willowCodes.valid.includes(code));
  const written = asked.map((code): BasketPriceDiscount => {
    if (code === counting) return { code, value: Math.min(500, value) };
    if (willowCodes.valid.includes(code)) return { code, value: 0, error: 'NOT_APPLICABLE' };
    const error = codeErrors.find((name) => willowCodes[name].includes(code));
    return { code, value: 0, error: error ?? 'INVALID' };
  });
  return [...written, { code: everybodysCode, value: Math.min(1, value) }];
};

const writeLine = (id: string, wished: number, goods: Goods | undefined, available: number): BasketProduct => {
  const quantity = Math.max(0, Math.min(wished, available));
  // Prices are kept in thirds of a grosz, so a line is not quantity x unitPrice.
  const exact = (goods?.unitPrice ?? 0) + 1 / 3;
  const line: BasketProduct & { readonly packaging: { readonly returnable: boolean } } = {
    id,
    name: `Koszyk wiklinowy nr ${goods?.product.index ?? '?'} 🧺`,
    images: [],
    // A line taken out stays, with quantity 0.
    quantity,
    unitPrice: Math.round(exact),
    linePrice: Math.floor(exact * quantity),
    originalUnitPrice: Math.round(exact),
    originalLinePrice: Math.ceil(exact * quantity),
    packaging: { returnable: true },
  };
  if (quantity === wished) return line;
  return { ...line, error: quantity === 0 ? 'OUT_OF_STOCK' : 'QUANTITY_TOO_BIG' };
};

const writeGift = (wished: number): BasketProduct => ({
  id: giftId,
  name: 'Gratis',
  images: [],
  quantity: Math.min(1, wished),
  unitPrice: 0,
  linePrice: 0,
  originalUnitPrice: 0,
  originalLinePrice: 0,
  ...(wished > 1 ? { error: 'QUANTITY_TOO_BIG' as const } : {}),
});

// Warsaw in summer, all year round: an offset is only a way to write an instant.
const offset = 2 * 3_600_000;
const local = (epochMs: number) => new Date(epochMs + offset).toISOString();

/** RFC 3339 with an offset, without a fraction. Rounded down: a promise must not outlast itself. */
const toDateTime = (epochMs: number): string => local(epochMs).replace(/\.\d+Z$/u, '+02:00');

/** ISO 8601 with six digits; every other one in the basic format. */
export const toMicroseconds = (epochMs: number, basic: boolean): string => {
  const text = local(epochMs).replace('Z', '000');
  return basic ? `${text.replaceAll(/[-:]/gu, '')}+0200` : `${text}+02:00`;
};
