import { expect, test } from 'vitest';
import type { RunResult } from '#schemas';
import { certify, type Oddity } from '../doubles/merchant/odd-shop.ts';

const when = (index: number) => new Date(Date.UTC(2026, 0, 1) + index).toISOString();
const patch =
  (more: object): NonNullable<Oddity['basket']> =>
  (basket) => ({ ...basket, ...more });
const voucher = {
  id: 'voucher',
  name: '',
  images: [],
  quantity: 1,
  unitPrice: -500,
  linePrice: -500,
  originalUnitPrice: -500,
  originalLinePrice: -500,
};
const total = (lines: readonly Record<string, unknown>[]) =>
  lines.reduce((sum, line) => sum + Number(line['quantity']), 0);
/** Its quantity is that of all bottles, whatever is asked. */
const withDeposit: NonNullable<Oddity['basket']> = (basket) => {
  const bottles = basket.products.filter(({ id }) => id !== 'deposit');
  let left = 2;
  const supplied = bottles.map((line) => {
    if (line['id'] !== 'v3') return line;
    const asked = Number(line['quantity']);
    const quantity = Math.min(asked, left);
    left -= quantity;
    return quantity === asked
      ? line
      : { ...line, quantity, linePrice: quantity * Number(line['unitPrice']), error: 'QUANTITY_TOO_BIG' };
  });
  const quantity = total(supplied);
  const prices = { unitPrice: 50, linePrice: 50 * quantity, originalUnitPrice: 50, originalLinePrice: 50 * quantity };
  const tooBig = total(basket.products) - total(bottles) > quantity && { error: 'QUANTITY_TOO_BIG' };
  return { ...basket, products: [...supplied, { ...voucher, id: 'deposit', quantity, ...prices, ...tooBig }] };
};

type Product = Record<string, unknown>;
/** The basket costs as much less as its lines do. */
const lines =
  (change: (product: Product) => Product): NonNullable<Oddity['basket']> =>
  (basket) => {
    const products = basket.products.map(change);
    const { basketValue, ...price } = basket['price'] as { basketValue: number };
    return {
      ...basket,
      price: { ...price, basketValue: basketValue + costOf(products) - costOf(basket.products) },
      products,
    };
  };
const costOf = (products: readonly Product[]) => products.reduce((sum, line) => sum + Number(line['linePrice']), 0);
const isFewOf = ({ id, quantity }: Product, least: number): boolean => id === 'v1' && Number(quantity) < least;
const soldOut = (product: Product): Product => ({ ...product, quantity: 0, linePrice: 0, error: 'OUT_OF_STOCK' });

/** So many pieces, whatever they are, in the order in which they are asked for. */
const sellingAtOnce =
  (most: number): NonNullable<Oddity['basket']> =>
  (basket, ...how) => {
    let left = most;
    return lines((product) => {
      const asked = Number(product['quantity']);
      const quantity = Math.min(asked, left);
      left -= quantity;
      if (quantity === asked) return product;
      const error = quantity === 0 ? 'OUT_OF_STOCK' : 'QUANTITY_TOO_BIG';
      return { ...product, quantity, linePrice: quantity * Number(product['unitPrice']), error };
    })(basket, ...how);
  };

/** Of each product there are so many, less what other baskets were last shown with. */
const settingAside = (stock: Readonly<Record<string, number>>): NonNullable<Oddity['basket']> => {
  const held = new Map<string, readonly Product[]>();
  return (basket, call, basketId, isLock) => {
    held.delete(basketId);
    const left = new Map(Object.entries(stock));
    for (const { id, quantity } of [...held.values()].flat())
      left.set(String(id), (left.get(String(id)) ?? 0) - Number(quantity));
    const products: Product[] = [];
    const shown = lines((product) => {
      const most = left.get(String(product['id'])) ?? 0;
      const quantity = Math.min(Number(product['quantity']), most);
      left.set(String(product['id']), most - quantity);
      const isShort = quantity < Number(product['quantity']);
      const error = { error: quantity === 0 ? 'OUT_OF_STOCK' : 'QUANTITY_TOO_BIG' };
      const line = { ...product, quantity, linePrice: quantity * Number(product['unitPrice']), ...(isShort && error) };
      products.push(line);
      return line;
    })(basket, call, basketId, isLock);
    held.set(basketId, products);
    return shown;
  };
};

/** A code that takes something off a basket of so many pieces, and is not applied to a smaller one. */
const codeFrom =
  (code: string, least: number): NonNullable<Oddity['basket']> =>
  (basket) => {
    const price = basket['price'] as { basketValue: number; discounts: { code: string }[] };
    const isLarge = total(basket.products) >= least;
    const isAsked = price.discounts.some((one) => one.code === code);
    const answered = isLarge ? { code, value: 1 } : { code, value: 0, error: 'NOT_APPLICABLE' };
    const discounts = price.discounts.map((one) => (one.code === code ? answered : one));
    return { ...basket, price: { ...price, basketValue: price.basketValue - (isLarge && isAsked ? 1 : 0), discounts } };
  };

/** From so many answers on there is no v2 any more. */
const sellingOut = (answers: number): Oddity => {
  let given = 0;
  return {
    basket: (basket) => {
      const isOver = ++given > answers;
      return lines((product) => (isOver && product['id'] === 'v2' ? soldOut(product) : product))(
        basket,
        'change',
        '',
        false,
      );
    },
  };
};

const lockedOnce = (): NonNullable<Oddity['refuses']> => {
  const locked = new Set<string>();
  return (path, _, basketId) => {
    const isLocked = locked.has(basketId);
    if (path === '/recalculate?lock') locked.add(basketId);
    return isLocked && path.startsWith('/recalculate') ? 409 : undefined;
  };
};

const goneOnceOrdered = (): NonNullable<Oddity['refuses']> => {
  const ordered = new Map<string, unknown>();
  return (path, body, basketId) => {
    const by = ordered.get(basketId);
    if (path !== '/order') return by === undefined ? undefined : 410;
    ordered.set(basketId, by ?? body['oaOrderId']);
    return by === undefined || by === body['oaOrderId'] ? undefined : 409;
  };
};

const boundToItsFirstUser = (): NonNullable<Oddity['refuses']> => {
  const users = new Map<string, unknown>();
  return (path, { loggedUser }, basketId) => {
    if (!path.startsWith('/recalculate')) return undefined;
    const user = users.get(basketId) ?? loggedUser;
    if (user !== undefined) users.set(basketId, user);
    return user === loggedUser ? undefined : 403;
  };
};

const taxIdWeights = [6, 5, 7, 2, 3, 4, 5, 6, 7];
const isTaxId = (text: string): boolean =>
  taxIdWeights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11 === Number(text[9]);

const inStore: Oddity = {
  basket: patch({
    deliveryOptions: [
      { key: 'CARRIER_A_COURIER', cost: 990 },
      { key: 'INSTORE_PICKUP', cost: 0 },
    ],
  }),
  declines: ({ deliveryDetails }) => {
    const { type, id } = deliveryDetails as Product;
    return type === 'PICKUP' && id !== 'S1';
  },
};

type Change = NonNullable<Oddity['config']>;

const limiting =
  (...limited: readonly { readonly id: string; readonly max: number }[]): Change =>
  ({ merchant, ...config }) => {
    const products = { ...merchant?.fixtures?.products, limited: [...limited] };
    return { ...config, merchant: { ...merchant, fixtures: { ...merchant?.fixtures, products } } };
  };

const oddities: Readonly<Record<string, Oddity>> = {
  'sells two of a product at least, and none for less': {
    basket: lines((product) => (isFewOf(product, 2) ? soldOut(product) : product)),
  },
  'sells two of a product at least, and says so beside two': {
    basket: lines((product) =>
      isFewOf(product, 2) ? { ...product, quantity: 2, error: 'QUANTITY_TOO_BIG' } : product,
    ),
  },
  'sells one of a product to a basket, however many there are': {
    basket: lines((product) =>
      Number(product['quantity']) > 1
        ? { ...product, quantity: 1, linePrice: product['unitPrice'], error: 'QUANTITY_TOO_BIG' }
        : product,
    ),
    config: limiting({ id: 'v3', max: 5 }),
  },
  'sells thirty pieces to a basket, whatever they are': { basket: sellingAtOnce(30) },
  'sets aside what a basket holds': {
    basket: settingAside({ v1: 100_000, v2: 100_000, v3: 3 }),
    config: limiting({ id: 'v3', max: 3 }),
  },
  'gives another code for one that cannot be applied': {
    basket: (basket) => {
      const price = basket['price'] as { basketValue: number; discounts: object[] };
      if (price.discounts.length === 0) return basket;
      const value = Math.min(1, price.basketValue);
      const discounts = [...price.discounts, { code: 'SORRY', value }];
      return { ...basket, price: { ...price, basketValue: price.basketValue - value, discounts } };
    },
  },
  'writes its currency in other letters in locks': {
    basket: (basket, _call, _basketId, isLock) => {
      const price = basket['price'] as { currency: string };
      return isLock ? { ...basket, price: { ...price, currency: price.currency.toLowerCase() } } : basket;
    },
  },
  'has a code for large baskets': {
    basket: codeFrom('LARGE', 20),
    config: ({ merchant, ...config }) => ({
      ...config,
      merchant: { ...merchant, fixtures: { ...merchant?.fixtures, discountCodes: { valid: ['LARGE'] } } },
    }),
  },
  'refuses a request for nothing': { lines: (asked) => (asked.length === 0 ? undefined : asked) },
  'has an id of its own for each user, and shows it': {
    basket: patch({ loggedUser: 'customer-17' }),
    users: true,
  },
  'makes no baskets for users it does not know': {
    refuses: (path, { user }) => (path === '/new' && user !== undefined ? 404 : undefined),
    users: true,
  },
  'sells a product out while it is looked at': sellingOut(60),
  'has fewer of a product by the time it is locked, and says so': {
    basket: (basket, call, basketId, isLock) =>
      lines((product) =>
        isLock && product['id'] === 'v1' && Number(product['quantity']) > 1
          ? { ...product, quantity: 1, linePrice: product['unitPrice'], error: 'QUANTITY_TOO_BIG' }
          : product,
      )(basket, call, basketId, isLock),
  },
  'writes codes with their accents apart': {
    basket: (basket) => {
      const price = basket['price'] as { discounts: { code: string }[] };
      const discounts = price.discounts.map((discount) => ({ ...discount, code: discount.code.normalize('NFD') }));
      return { ...basket, price: { ...price, discounts } };
    },
  },
  'refuses to change or lock what is locked': { refuses: lockedOnce() },
  'refuses to change or lock what is locked, and makes no baskets': {
    trigger: false,
    baskets: ['a', 'b', 'c', 'd', 'e'],
    refuses: lockedOnce(),
  },
  'knows no basket that was ordered': { refuses: goneOnceOrdered() },
  'leaves a basket to its first user': { refuses: boundToItsFirstUser() },
  'leaves a basket to its first user, and makes no baskets': {
    trigger: false,
    baskets: ['a', 'b', 'c', 'd', 'e'],
    refuses: boundToItsFirstUser(),
  },
  'writes ids of products with their accents apart': {
    ids: ['é', 'ö', 'ż'],
    lines: (asked) => asked.map((line) => ({ ...line, id: line.id.normalize('NFC') })),
    basket: lines((product) => ({ ...product, id: String(product['id']).normalize('NFD') })),
    config: (config) => ({ ...config, capabilities: { merchant: { basketChange: false, catalogue: false } } }),
  },
  'looks at check digits of tax numbers': {
    declines: ({ billingDetails }) =>
      billingDetails !== undefined && !isTaxId(String((billingDetails as Product)['taxId'])),
  },
  'takes orders to the points it knows': {
    ...inStore,
    config: ({ merchant, ...config }) => ({
      ...config,
      merchant: { ...merchant, fixtures: { ...merchant?.fixtures, pickupPoints: { INSTORE_PICKUP: 'S1' } } },
    }),
  },
  'is plain': {},
  'has no way to make baskets, and one basket': { trigger: false, baskets: ['only'] },
  'knows its fixtures only and refuses products that were not in the basket': {
    trigger: false,
    lines: (asked, held) => (asked.every(({ id }) => held.some((line) => line.id === id)) ? asked : undefined),
  },
  'adds no products by recalculation': {
    trigger: false,
    lines: (asked, held) => asked.filter(({ id }) => held.some((line) => line.id === id)),
  },
  'has a fixture basket that holds only what is sold out': {
    trigger: false,
    baskets: ['a', 'b', 'c', 'sold-out'],
    basket: (basket, _, id) =>
      id === 'sold-out'
        ? { ...basket, products: basket.products.map((product) => ({ ...product, error: 'OUT_OF_STOCK' })) }
        : basket,
  },
  'offers no delivery for one of its baskets': {
    trigger: false,
    baskets: ['a', 'b', 'c', 'nowhere'],
    basket: (basket, _, id) => (id === 'nowhere' ? { ...basket, deliveryOptions: [] } : basket),
  },
  'writes a reduction as a line with a negative price': {
    basket: (basket) => ({ ...basket, products: [...basket.products, voucher] }),
  },
  'charges a deposit for each bottle, and says so when it is asked for more deposits than bottles': {
    basket: withDeposit,
    config: (config) => ({
      ...config,
      capabilities: { merchant: { basketChange: false, lock: false } },
      merchant: {
        ...config.merchant,
        fixtures: {
          ...config.merchant?.fixtures,
          products: { inStock: ['v1', 'v2'], limited: [{ id: 'v3', max: 2 }] },
        },
      },
    }),
  },
  'pays for the delivery': { basket: patch({ deliveryOptions: [{ key: 'ELECTRONIC', cost: -100 }] }) },
  'writes expiresAt in lower case': {
    basket: (basket) => ({ ...basket, expiresAt: String(basket['expiresAt']).toLowerCase() }),
  },
  'has baskets that expire with a leap second': { basket: patch({ expiresAt: '2136-12-31T23:59:60Z' }) },
  'adds nested properties everywhere but at the top': {
    basket: (basket) => ({
      ...basket,
      price: { ...(basket['price'] as object), vat: 23 },
      products: basket.products.map((product) => ({ ...product, sku: { a: [null] } })),
    }),
    order: (confirmation) => ({ ...confirmation, note: null }),
  },
  'writes empty texts': {
    basket: (basket) => ({
      ...basket,
      requestId: undefined,
      oaOrderId: '',
      loggedUser: '',
      products: basket.products.map((product) => ({ ...product, name: '', images: [''], ean: '' })),
    }),
  },
  'keeps lines that were taken out, with quantity 0': {
    lines: (asked, held) => [
      ...asked,
      ...held.filter(({ id }) => asked.every((one) => one.id !== id)).map(({ id }) => ({ id, quantity: 0 })),
    ],
  },
  'has prices as large as integers get': {
    basket: (basket) => ({
      ...basket,
      products: basket.products.map((product) => ({
        ...product,
        linePrice: Number.MAX_SAFE_INTEGER,
        originalLinePrice: Number.MAX_SAFE_INTEGER,
      })),
    }),
  },
  'has ids of 36 characters beyond the basic plane': { ids: ['a', 'b', 'c'].map((id) => id + '𝒳'.repeat(35)) },
  'has ids that begin with a colon, or are the beginning of others': { ids: [':', ':a', 'a', 'a:b', 'aa', 'aaa'] },
  'has one product': { ids: ['v1'], catalogue: [{ id: 'v1', updatedAt: when(0) }] },
  'has 300 products of one moment': {
    catalogue: ['v1', 'v2', 'v3', ...Array.from({ length: 300 }, (_, index) => `p${index}`)]
      .toSorted()
      .map((id) => ({ id, updatedAt: when(0) })),
  },
  'has products from before 1970 and of the year 9999': {
    catalogue: [
      { id: 'v1', updatedAt: '1969-12-31T23:59:59.999Z' },
      { id: 'v2', updatedAt: when(0) },
      { id: 'v3', updatedAt: '9999-12-31T23:59:59.999Z' },
    ],
  },
  'gives shorter pages than it is asked for': {
    catalogue: ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7'].map((id, index) => ({ id, updatedAt: when(index) })),
    pageSize: (limit) => Math.min(limit, 2),
  },
  'gives a nextCheckpoint with its empty page': {
    page: (page) => (page.products.length === 0 ? { ...page, nextCheckpoint: 'AAAA' } : page),
  },
  'takes 7.9 s to confirm an order': { orderMs: 7_800 },
  'forgets its baskets as they expire': {
    trigger: false,
    baskets: ['a', 'b', 'c', 'd'],
    lifetimeMs: 1_500,
    forgets: true,
  },
};

test.for(Object.entries(oddities))('a shop that $0 is not found at fault', { timeout: 60_000 }, async ([, odd]) => {
  const { wrong, result } = await certify(odd);
  expect(wrong).toEqual([]);
  expect(['conformant', 'incomplete']).toContain(result.verdict);
});

test('what a forgotten basket was needed for is not exercised, with its expiry as the reason', async () => {
  const { result } = await certify({ trigger: false, baskets: [...'abcdefgh'], lifetimeMs: 1_500, forgets: true });
  const reasons = result.requirements.map(({ reason = '' }) => reason);
  expect(reasons.filter((reason) => /expired at .* its refusal proves nothing/u.test(reason)).length).toBeGreaterThan(
    0,
  );
});

test('what may be declined for a pickup point that we made up is not exercised, with what would tell', async () => {
  const { wrong, result } = await certify(inStore);
  expect(wrong).toEqual([]);
  const row = result.requirements.find(({ id }) => id === 'order/every-delivery-option');
  expect(row?.unlock).toBe('merchant.fixtures.pickupPoints');
});

const onlyAsRetrieved: Oddity = {
  basket: (basket, call) => (call === 'change' ? { ...basket, deliveryOptions: [] } : basket),
};
const rows = (result: RunResult, ids: readonly string[]) =>
  Object.fromEntries(result.requirements.flatMap(({ id, status }) => (ids.includes(id) ? [[id, status]] : [])));
const orderRows = ['order/confirmed', 'order/idempotent', 'order/distinct-orders', 'order/every-delivery-option'];

test('a shop that offers delivery only with the basket it shows is ordered from, and told', {
  timeout: 60_000,
}, async () => {
  const { wrong, result } = await certify(onlyAsRetrieved);
  expect(wrong).toEqual([expect.stringMatching(/^order\/every-delivery-option: .* offers none in the last answer/u)]);
  expect(rows(result, orderRows)).toEqual({
    'order/confirmed': 'passed',
    'order/idempotent': 'passed',
    'order/distinct-orders': 'passed',
    'order/every-delivery-option': 'warning',
  });
});

test('the same order placed twice is named at a shop that offers no delivery once a basket was locked', {
  timeout: 60_000,
}, async () => {
  for (const trigger of [true, false]) {
    let orders = 0;
    const { result } = await certify({
      ...onlyAsRetrieved,
      trigger,
      order: (confirmation) => ({ ...confirmation, shopOrderId: `S${++orders}` }),
    });
    expect(rows(result, ['order/confirmed', 'order/idempotent'])).toEqual({
      'order/confirmed': 'passed',
      'order/idempotent': 'failed',
    });
  }
});

test('a shop that offers delivery only once a basket is recalculated is ordered from, with a lock and without', {
  timeout: 60_000,
}, async () => {
  for (const lock of [true, false]) {
    const { wrong, result } = await certify({
      basket: (basket, call) => (call === 'retrieve' ? { ...basket, deliveryOptions: [] } : basket),
      config: (config) => ({ ...config, capabilities: { merchant: { basketChange: false, lock } } }),
    });
    expect(wrong).toEqual([]);
    expect(rows(result, ['order/confirmed', 'order/every-delivery-option', 'order/optional-parts'])).toEqual({
      'order/confirmed': 'passed',
      'order/every-delivery-option': 'passed',
      'order/optional-parts': 'passed',
    });
  }
});

test('what a basket is declined for that comes back under another id is that id, and not its user or code', {
  timeout: 60_000,
}, async () => {
  const { wrong } = await certify({
    basket: (basket, call) =>
      call === 'change' ? { ...basket, id: `c-${String(basket['id'])}`.slice(0, 36) } : basket,
    declines: (order) => (order['basket'] as { id: string }).id.startsWith('c-'),
    config: (config) => ({ ...config, capabilities: { merchant: { basketChange: false, lock: false } } }),
  });
  expect(wrong).toEqual([
    expect.stringMatching(/^recalculation\/keeps-basket-id: /u),
    expect.stringMatching(
      /^order\/confirmed: An order of a basket under the id that the last answer gave it .* which is the id the last answer gave/u,
    ),
  ]);
});

test('one delivery option that cannot be ordered is that and nothing else, in whatever order they are offered', {
  timeout: 60_000,
}, async () => {
  let answers = 0;
  const { wrong } = await certify({
    basket: (basket) => {
      const options = basket['deliveryOptions'] as readonly unknown[];
      // Three times in one order, then three times in the other.
      return { ...basket, deliveryOptions: answers++ % 6 < 3 ? options : options.toReversed() };
    },
    declines: (order) => (order['deliveryDetails'] as { type: string }).type === 'ELECTRONIC',
  });
  expect(wrong).toEqual([expect.stringMatching(/^order\/every-delivery-option: /u)]);
});

test('a lock that always holds less is told as that, and not as a product that took another with it', {
  timeout: 60_000,
}, async () => {
  const { wrong } = await certify({
    ids: ['v1', 'v2', 'v3', 'x-out'],
    basket: (basket, _call, _id, isLock) => ({
      ...basket,
      products: basket.products.map((product) =>
        product['id'] === 'x-out'
          ? { ...product, quantity: 0, error: 'OUT_OF_STOCK' }
          : isLock && product['quantity'] === 2
            ? { ...product, quantity: 1 }
            : product,
      ),
    }),
    config: (config) => ({
      ...config,
      merchant: {
        ...config.merchant,
        fixtures: { ...config.merchant?.fixtures, products: { inStock: ['v1', 'v2', 'v3'], outOfStock: ['x-out'] } },
      },
    }),
  });
  expect(wrong).toEqual([
    expect.stringMatching(/^lock\/as-recalculated: A lock has a smaller quantity than the request/u),
  ]);
  expect(wrong.join()).not.toMatch(/took another/u);
});

test('a product that is given away does not keep a shortage from being told', { timeout: 60_000 }, async () => {
  const { result } = await certify({
    ids: ['sample', 'v2', 'v3', 'out'],
    basket: (basket) => ({
      ...basket,
      products: basket.products.map((product) =>
        product['id'] === 'sample'
          ? { ...product, unitPrice: 0, linePrice: 0 }
          : product['id'] === 'out'
            ? soldOut(product)
            : product,
      ),
    }),
    config: (config) => ({
      ...config,
      merchant: {
        ...config.merchant,
        fixtures: { ...config.merchant?.fixtures, products: { inStock: ['sample', 'v2', 'v3'], outOfStock: ['out'] } },
      },
    }),
  });
  expect(rows(result, ['recalculation/shortage-reported', 'lock/shortage-reported'])).toEqual({
    'recalculation/shortage-reported': 'passed',
    'lock/shortage-reported': 'passed',
  });
});

test('a shop whose lock is out of order is ordered from all the same', { timeout: 60_000 }, async () => {
  const { result } = await certify({ out: { '/recalculate?lock': 500 } });
  expect(rows(result, ['lock/answers', 'lock/orderable', ...orderRows])).toEqual({
    'lock/answers': 'failed',
    'lock/orderable': 'not-exercised',
    'order/confirmed': 'passed',
    'order/idempotent': 'passed',
    'order/distinct-orders': 'passed',
    'order/every-delivery-option': 'passed',
  });
});

test('what a broken order endpoint keeps from being told has that as its reason', { timeout: 60_000 }, async () => {
  const { result } = await certify({ out: { '/order': 500 } });
  const reasons = result.requirements.filter(({ id }) =>
    /^order\/(idempotent|distinct-orders|oa-order-id-echo)$/u.test(id),
  );
  expect(reasons.map(({ reason }) => reason)).toEqual(Array.from({ length: 3 }, () => 'no order was confirmed'));
});

test('a shop without discount codes, of which nothing runs out, has shown all that applies to it', {
  timeout: 60_000,
}, async () => {
  const ids = ['v1', 'v2', 'v3'];
  const { wrong, result } = await certify({
    ids,
    basket: (basket) => ({
      ...basket,
      products: basket.products.map((product) => (ids.includes(String(product['id'])) ? product : soldOut(product))),
    }),
    config: (config) => ({
      ...config,
      capabilities: { merchant: { basketChange: false, discountCodes: false, limitedStock: false } },
    }),
  });
  expect(wrong).toEqual([]);
  expect(
    rows(result, [
      'recalculation/good-discount-applied',
      'recalculation/available-quantity',
      'recalculation/shortage-reported',
      'lock/shortage-reported',
      'lock/last-unit-once',
    ]),
  ).toEqual({
    'recalculation/good-discount-applied': 'not-applicable',
    'recalculation/available-quantity': 'not-applicable',
    'recalculation/shortage-reported': 'passed',
    'lock/shortage-reported': 'passed',
    'lock/last-unit-once': 'not-applicable',
  });
});

test('a product that is gone by the time its basket expires makes room for one that is there', {
  timeout: 60_000,
}, async () => {
  const shortLived: Change = ({ triggers, ...config }) => {
    const url = config.merchant?.basketUrl?.replace('/basket', '/new') ?? '';
    const body = { lines: [{ variantId: 'v2', quantity: 1 }], seconds: '{{seconds}}' };
    const createShortLivedBasket = { http: { method: 'POST' as const, url, body }, result: '/id' };
    return { ...config, triggers: { ...triggers, createShortLivedBasket } };
  };
  const expiring: string[] = [];
  let made = 2;
  let isGone = false;
  const { result } = await certify({
    config: shortLived,
    refuses: (path, { seconds }, basketId) => {
      if (path === '/new') {
        const id = `basket-${made++}`;
        if (Number(seconds) === 4) expiring.push(id);
      }
      isGone = expiring.length === 1 && (isGone || (path === '/order' && basketId === expiring[0]));
      return isGone && path === '/order' ? 409 : undefined;
    },
    basket: (basket) =>
      lines((product) => (isGone && product['id'] === 'v2' ? soldOut(product) : product))(basket, 'change', '', false),
  });
  expect(expiring).toHaveLength(2);
  expect(rows(result, ['order/accepted-within-payment-time'])).toEqual({
    'order/accepted-within-payment-time': 'passed',
  });
});

test('a delivery that a lock no longer offers is ordered without one', { timeout: 60_000 }, async () => {
  const { wrong, result } = await certify({
    basket: (basket, _call, _basketId, isLock) => {
      const options = basket['deliveryOptions'] as object[];
      return { ...basket, deliveryOptions: isLock ? options.slice(0, 1) : options };
    },
  });
  expect(wrong).toEqual([]);
  expect(rows(result, ['order/every-delivery-option', 'order/optional-parts'])).toEqual({
    'order/every-delivery-option': 'passed',
    'order/optional-parts': 'passed',
  });
});

test('an order that is answered 5xx once is not declined for what its buyer is called', {
  timeout: 60_000,
}, async () => {
  let times = 0;
  const isLettered = (body: object): boolean => JSON.stringify(body).includes('12a/3');
  const { wrong } = await certify({ refuses: (_, body) => (isLettered(body) && ++times === 1 ? 500 : undefined) });
  expect(times).toBeGreaterThan(1);
  expect(wrong).toEqual([]);
});

test('a shop that has room for ten lines in a basket is asked for six', { timeout: 60_000 }, async () => {
  const ids = [...'abcdefghijklmn'];
  const sizes = new Set<number>();
  const { wrong } = await certify({
    ids,
    refuses: (path, { lines: wanted }) => (path === '/new' && (wanted as object[]).length > 10 ? 422 : undefined),
    lines: (asked) => {
      sizes.add(asked.filter(({ id }) => ids.includes(id)).length);
      return asked;
    },
  });
  expect(wrong).toEqual([]);
  expect(sizes).toContain(6);
});
