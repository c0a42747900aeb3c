import { schemaOf } from '#schemas';
import type { EquivalenceRule } from './rule.ts';
import { fieldOperatorNames } from '../editing/operators.ts';
import { isObject, type Json, placesOf, valueAt } from '../editing/places.ts';
import type { Change } from '../editing/changes.ts';
import type { Plan } from '../editing/plan.ts';

const baskets = ['retrieval', 'recalculation', 'lock', 'basketChange'];
const all = [...baskets, 'order', 'catalogue'];

/** The names the specification knows in a message to a merchant or from one. */
const known = new Set(
  (['basket', 'order-confirmation', 'catalogue-page'] as const).flatMap((shape) => [...propertyNames(schemaOf(shape))]),
);
const namesIn = (pattern: string): readonly string[] =>
  pattern
    .split('/')
    .slice(1)
    .filter((name) => name !== '*');

/** Texts without a rule about what they say. */
const texts = {
  basket: ['/price/currency', '/products/*/name', '/products/*/images/*'],
  shortBasket: ['/products/*/ean', '/deliveryOptions/*/timing', '/loggedUser'],
  catalogue: [
    '/currency',
    '/products/*/name',
    '/products/*/description',
    '/products/*/brandName',
    '/products/*/categories/*',
    '/products/*/images/*',
    '/products/*/url',
    '/products/*/variants/*/name',
    '/products/*/variants/*/measurement/type',
    '/products/*/variants/*/measurement/quantityUnit',
    '/products/*/variants/*/measurement/referenceUnit',
  ],
};
const prices = ['unitPrice', 'linePrice', 'originalUnitPrice', 'originalLinePrice'].map(
  (name) => `/products/*/${name}`,
);
const values = ['/price/basketValue', '/price/discounts/*/value', '/products/*/policies/*/criteria/minAge'];
/** Which codes there are stays as it was. */
const discounted = ['/price', '/price/discounts', '/price/discounts/*'];
const unordered = ['/deliveryOptions', '/products', '/price/discounts', '/products/*/images', '/products/*/policies'];
const catalogueData = ['unitPrice', 'originalUnitPrice', 'ean', 'stock/isAvailable', 'stock/availableQuantity'].map(
  (name) => `/products/*/variants/*/${name}`,
);
/** Members that need not be there and whose change bumps updatedAt. */
const bumping = ['originalUnitPrice', 'ean', 'stock/availableQuantity'].map((name) => `/products/*/variants/*/${name}`);
const measures = ['quantityValue', 'referenceValue'].map((name) => `/products/*/variants/*/measurement/${name}`);

const optional = {
  topOfBasket: ['/requestId', '/oaOrderId', '/invoiceAddressMandatory', '/loggedUser'],
  basket: ['/deliveryOptions/*/timing', '/products/*/ean', '/products/*/policies'],
  catalogue: [
    ...['description', 'brandName', 'categories', 'images', 'url'].map((name) => `/products/*/${name}`),
    ...['name', 'ean', 'originalUnitPrice', 'measurement', 'stock/availableQuantity'].map(
      (name) => `/products/*/variants/*/${name}`,
    ),
    ...['referenceValue', 'referenceUnit'].map((name) => `/products/*/variants/*/measurement/${name}`),
  ],
};

function* propertyNames(schema: unknown): Generator<string> {
  if (Array.isArray(schema)) for (const one of schema) yield* propertyNames(one);
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') yield* Object.keys(value as object);
    if (keyword !== 'examples') yield* propertyNames(value);
  }
}

const always = (_: Change, { which }: Plan): boolean =>
  which.kind === 'all' || (which.kind === 'from' && which.n === 1);

const isOnce = (_: Change, { which }: Plan): boolean => which.kind === 'only';

/** The product that a page begins with. */
const firstOf = (page: Json | undefined): string => JSON.stringify(page && valueAt(page, ['products', 0, 'id']));

/** Whether every number that stands at the plan's places afterwards is at least 0. */
const stillPositive = ({ after }: Change, { pattern }: Plan): boolean =>
  after !== undefined && placesOf(after, pattern).every((path) => Number(valueAt(after, path)) >= 0);

/** A lock is answered as a recalculation is, and what is recalculated again as it was before. */
const isOnlyShown = ({ operation }: Plan): boolean => operation === 'retrieval' || operation === 'basketChange';

/**
 * Of some locks nobody can tell, since prices may have changed; of all recalculations, or all from one on, only that the locks
 * are none of them.
 */
const isBesideTheOthers = ({ operation, operator, which: { kind } }: Plan): boolean =>
  operation === 'lock'
    ? kind === 'only' || kind === 'every'
    : (kind === 'all' || kind === 'from') && operator !== 'replay';

const mostCharacters: Readonly<Record<string, number>> = {
  '/products/*/ean': 36,
  '/deliveryOptions/*/timing': 40,
  '/loggedUser': 255,
};

const stillShort = ({ after }: Change, { pattern }: Plan): boolean =>
  after !== undefined &&
  placesOf(after, pattern).every((path) => {
    const text = valueAt(after, path);
    return typeof text !== 'string' || [...text].length <= (mostCharacters[pattern] ?? Number.POSITIVE_INFINITY);
  });

const expiryOf = (body: Json | undefined): number =>
  isObject(body) && typeof body['expiresAt'] === 'string' ? Date.parse(body['expiresAt']) : Number.NaN;

const isEmptyAt = (body: Json | undefined, name: string): boolean =>
  isObject(body) && JSON.stringify(body[name]) === '[]';

const codesIn = (body: Json | undefined): string =>
  JSON.stringify(
    ['code', 'error'].map((name) =>
      body === undefined
        ? []
        : placesOf(body, `/price/discounts/*/${name}`).map((path) => [path, valueAt(body, path) ?? null]),
    ),
  );

const codesOf = (body: Json | undefined): readonly Json[] =>
  body === undefined ? [] : placesOf(body, '/price/discounts/*/code').flatMap((path) => valueAt(body, path) ?? []);

const saying = ['change', 'replay', 'empty', 'long'] as const;
const counting = ['change', 'lower', 'negate', 'replay'] as const;

export const merchantEquivalents: readonly EquivalenceRule[] = [
  {
    clause:
      'Endpoints › Merchant-hosted › 3: a lock is the same as a recalculation, unless prices have changed, which may be so for some',
    in: ['lock', 'recalculation'],
    at: [...discounted, '/price/currency', ...values, ...prices, '/deliveryOptions/*/cost'],
    by: [...counting, 'empty', 'long'],
    if: (change, plan) =>
      isBesideTheOthers(plan) &&
      (!discounted.includes(plan.pattern) ||
        (plan.operator === 'replay' && codesIn(change.before) === codesIn(change.after))) &&
      (!values.includes(plan.pattern) || stillPositive(change, plan)),
    mayBeTold: true,
  },
  {
    clause: 'Endpoints › Merchant-hosted › 3: whether a lock has to offer what a recalculation offered is not shown',
    in: ['lock'],
    at: ['/deliveryOptions', '/deliveryOptions/*'],
    by: ['empty', 'drop', 'replay'],
    // An option without anything is none.
    if: (_, { operator, pattern }) => pattern === '/deliveryOptions' || operator !== 'empty',
    mayBeTold: true,
  },
  {
    clause: 'Resources › Basket: only at its top level are properties forbidden that are not listed',
    in: all,
    at: (pattern) =>
      namesIn(pattern)
        .slice(1)
        .some((name) => !known.has(name)),
    by: fieldOperatorNames,
  },
  {
    clause: 'Resources › Order confirmation, Catalogue page: nothing forbids further properties',
    in: ['order'],
    at: (pattern) =>
      !['', '/oaOrderId', '/shopOrderId', '/returnPolicy', '/returnPolicy/maxReturnDays'].includes(pattern),
    by: fieldOperatorNames,
  },
  {
    clause: 'Resources › Basket: only at its top level are properties forbidden that are not listed',
    in: baskets,
    at: (pattern) => pattern.split('/').length > 2 && !pattern.endsWith('*'),
    by: ['duplicate'],
  },
  {
    clause: 'Resources › Order confirmation, Catalogue page: nothing forbids further properties',
    in: ['order', 'catalogue'],
    at: (pattern) => pattern !== '' && !pattern.endsWith('*'),
    by: ['duplicate'],
  },
  {
    clause: 'Resources › Basket: not required; requestId is mandatory through a queue only',
    in: baskets,
    at: optional.topOfBasket,
    by: ['drop'],
  },
  {
    clause: 'Resources › BasketDeliveryOption, BasketProduct: not required',
    in: baskets,
    at: optional.basket,
    by: ['drop', 'rename'],
    // The same request, answered with it and without, is told of, and so is a lock without the restrictions of a recalculation.
    if: (change, plan) =>
      plan.pattern !== '/products/*/policies' ||
      (always(change, plan) && !['lock', 'recalculation'].includes(plan.operation)),
  },
  {
    clause: 'Resources › BasketProduct: policies are not required, and what is asked once nobody can compare',
    in: baskets,
    at: ['/products/*/policies'],
    by: ['drop', 'rename'],
    mayBeTold: true,
  },
  {
    clause: 'Resources › CatalogueProduct, Variant: not required, or said to be optional',
    in: ['catalogue'],
    at: optional.catalogue,
    by: ['drop', 'rename'],
    // Of some pages it is a change of the product, which has to bump its updatedAt (Catalogue rules 8).
    if: (change, plan) => !bumping.includes(plan.pattern) || always(change, plan),
  },
  {
    clause: 'Catalogue rules 8: a change of what a variant costs and of its stock shows where it is listed twice',
    in: ['catalogue'],
    at: bumping,
    by: ['drop', 'rename'],
    mayBeTold: true,
  },
  {
    clause: 'Resources › Basket: which delivery options and images there are is for the merchant to say',
    in: baskets,
    at: ['/deliveryOptions/*', '/products/*/images/*'],
    by: ['drop', 'replay'],
    // A basket change without any delivery option is refused.
    if: ({ after }, { operation, pattern }) =>
      pattern === '/products/*/images/*' ||
      (operation !== 'lock' && (operation !== 'basketChange' || !isEmptyAt(after, 'deliveryOptions'))),
  },
  {
    clause: 'What the service does: what is in a basket that is scanned or pushed, the merchant knows',
    in: ['retrieval', 'basketChange'],
    at: ['/products/*', '/products'],
    // Twice what is pushed once, or the other way round, is told: each is compared with the other.
    by: ['drop', 'empty'],
    // A product without anything is none.
    if: (change, plan) => (plan.pattern === '/products') === (plan.operator === 'empty') && always(change, plan),
  },
  {
    clause: 'What the service does: the merchant may change a basket between two scans of it',
    in: ['retrieval', 'basketChange'],
    at: ['/products/*', '/products'],
    by: ['drop', 'duplicate', 'empty'],
    if: (_, { operator, pattern }) => (pattern === '/products') === (operator === 'empty'),
    mayBeTold: true,
  },
  {
    clause:
      'What the service does: the merchant may change a basket that nobody else has changed, to hold whatever it likes',
    in: ['retrieval', 'basketChange'],
    at: ['/products/*', '/products', '/price/discounts'],
    by: ['replay'],
    mayBeTold: true,
  },
  {
    clause:
      'What the service does: the merchant may push a basket that holds other products than before, or what it has pushed',
    in: ['basketChange'],
    at: ['/products/*/id', ''],
    by: ['change', 'replay'],
    // A shop whose every push is of another one's basket is told so by its trigger.
    if: (change, plan) => plan.pattern !== '' || (plan.operator === 'replay' && !always(change, plan)),
    mayBeTold: true,
  },
  {
    clause: 'What the service does: how much is in a basket that is scanned or pushed, the merchant knows',
    in: ['retrieval', 'basketChange'],
    at: ['/products/*/quantity'],
    by: counting,
    if: stillPositive,
  },
  {
    clause: 'What the service does: which discounts are applied to a basket that is pushed, the merchant knows',
    in: ['basketChange'],
    at: ['/price/discounts', '/price/discounts/*'],
    by: ['drop', 'empty'],
    if: (_, { operator, pattern }) => (pattern === '/price/discounts') === (operator === 'empty'),
  },
  {
    clause: 'Resources › BasketProduct: error is set when a recalculation request cannot be accommodated',
    in: ['retrieval', 'basketChange'],
    at: ['/products/*/error'],
    by: ['drop', 'rename'],
  },
  {
    clause:
      'Errors › In-body error codes: which of the two a product has of which less is left than was asked for is not stated',
    in: ['recalculation', 'lock'],
    at: ['/products/*/error'],
    by: ['replay'],
    mayBeTold: true,
  },
  {
    clause: 'Resources › BasketPriceDiscount: a merchant may apply discounts of its own, and list one twice',
    in: baskets,
    at: ['/price/discounts/*', '/price/discounts/*/code'],
    by: ['duplicate', 'change', 'replay', 'empty'],
    // A code that was asked for has to come back.
    if: (_, { operation, operator, pattern }) =>
      operation !== 'recalculation' &&
      (operation !== 'lock' || operator === 'duplicate') &&
      // A discount without anything is none.
      (operator !== 'empty' || pattern.endsWith('/code')),
  },
  {
    clause:
      'Resources › BasketPriceDiscount: a merchant may apply discounts of its own, as long as every code is answered',
    in: baskets,
    at: ['/price/discounts'],
    by: ['replay'],
    if: ({ before, after }) => codesOf(before).every((code) => codesOf(after).includes(code)),
  },
  {
    clause: 'Resources › Basket: until when a basket is valid is for the merchant to say, as long as it lies ahead',
    in: ['retrieval', 'lock', 'recalculation'],
    at: ['/expiresAt'],
    by: ['replay'],
    if: ({ before, after }) => expiryOf(after) > expiryOf(before) - 600_000,
  },
  {
    clause: 'Resources › Basket: which of the times that lie ahead a basket is valid until, only the merchant knows',
    in: ['retrieval', 'lock', 'recalculation'],
    at: ['/expiresAt'],
    by: ['replay'],
    // That of another basket is ahead as well, for some time: only whoever waits for it to pass sees it lie behind.
    mayBeTold: true,
  },
  {
    clause: 'Endpoints › Platform-hosted: the path of the basket change endpoint is not shown',
    in: ['basketChange'],
    at: [''],
    by: ['change'],
  },
  {
    clause: 'Resources › Variant: availableQuantity has no type',
    in: ['catalogue'],
    at: ['/products/*/variants/*/stock/availableQuantity'],
    by: ['fraction'],
    if: always,
  },
  {
    clause: 'Resources › BasketDeliveryOption, BasketProduct: nothing forbids the same delivery option or image twice',
    in: baskets,
    at: ['/deliveryOptions/*', '/products/*/images/*'],
    by: ['duplicate'],
  },
  {
    clause: 'Resources › Basket: which images and delivery options there are is for the merchant to say',
    in: baskets,
    at: ['/products/*/images', '/deliveryOptions'],
    by: ['empty', 'replay'],
    if: (_, { operation, pattern }) =>
      pattern !== '/deliveryOptions' || (operation !== 'basketChange' && operation !== 'lock'),
  },
  {
    clause: 'Resources › CatalogueProduct: categories and images are lists of any texts',
    in: ['catalogue'],
    at: (pattern) => /^\/products\/\*\/(?:categories|images)(?:\/\*)?$/u.test(pattern),
    by: ['drop', 'duplicate', 'replay', 'empty'],
  },
  {
    clause: 'Resources › Basket: no list of a basket has an order; Catalogue rules 2: only the products of a page have',
    in: all,
    at: (pattern) => unordered.includes(pattern) || /^\/products\/\*\/(?:variants|categories|images)$/u.test(pattern),
    by: ['reorder'],
    if: (_, { operation, pattern }) => operation !== 'catalogue' || pattern !== '/products',
  },
  {
    clause: 'Resources › BasketPrice, BasketProduct: any text; the format of the currency is not shown',
    in: baskets,
    at: texts.basket,
    by: saying,
    if: (_, plan) => plan.pattern !== '/price/currency' || isOnlyShown(plan),
    // A product that has another name in one kind of call is a warning.
    mayBeTold: true,
  },
  {
    clause: 'Resources › Basket › loggedUser: any text, and whether it has to be the one of the request is not shown',
    in: ['recalculation', 'lock'],
    at: ['/loggedUser'],
    by: ['replay'],
    mayBeTold: true,
  },
  {
    clause: 'Resources › Basket, BasketProduct, BasketDeliveryOption: any text of at most so many characters',
    in: baskets,
    at: texts.shortBasket,
    by: ['change', 'replay', 'empty'],
    if: stillShort,
    mayBeTold: true,
  },
  {
    clause: 'Resources › CatalogueProduct, Variant: any text; lists of measurement types and units are not shown',
    in: ['catalogue'],
    at: texts.catalogue,
    by: saying,
  },
  {
    clause: 'Resources › Order confirmation: shopOrderId is any text of the merchant, as long as it stays the same',
    in: ['order'],
    at: ['/shopOrderId'],
    by: ['change', 'long'],
    if: always,
  },
  {
    clause: 'Resources › Order confirmation: maxReturnDays is an integer, with no minimum',
    in: ['order'],
    at: ['/returnPolicy/maxReturnDays', '/returnPolicy'],
    by: counting,
  },
  {
    clause:
      'Resources › BasketProduct, BasketDeliveryOption: integers with no minimum and no rule that ties them to others',
    in: baskets,
    at: [...prices, '/deliveryOptions/*/cost'],
    by: counting,
    if: (_, plan) => isOnlyShown(plan),
  },
  {
    clause:
      'Catalogue rules › Product policies: an age that retrievals alone ask for is one that is not asked for later',
    in: ['retrieval'],
    at: ['/products/*/policies/*/criteria/minAge'],
    by: counting,
    if: stillPositive,
    mayBeTold: true,
  },
  {
    clause: 'Resources › BasketPrice, BasketPriceDiscount, AgeCriteria: integers of at least 0, tied to nothing',
    in: baskets,
    at: values,
    by: counting,
    if: (change, plan) => stillPositive(change, plan) && isOnlyShown(plan),
  },
  {
    clause:
      'Resources › BasketPrice: its currency and its values are tied to nothing, as long as every code is answered',
    in: baskets,
    at: ['/price'],
    by: ['replay'],
    if: ({ before, after }, plan) => codesIn(before) === codesIn(after) && isOnlyShown(plan),
  },
  {
    clause: 'Resources › Basket: whether an invoice address is mandatory is for the merchant to say',
    in: baskets,
    at: ['/invoiceAddressMandatory'],
    by: ['change', 'replay'],
  },
  {
    clause:
      'Resources › Variant: any price, EAN and stock, as long as a change of it bumps updatedAt (Catalogue rules 8)',
    in: ['catalogue'],
    at: catalogueData,
    by: ['change', 'lower', 'negate', 'empty', 'long'],
    if: (change, plan) => always(change, plan) && plan.places === 'all',
  },
  {
    clause: 'Resources › Variant: a measurement holds any numbers',
    in: ['catalogue'],
    at: measures,
    by: [...counting, 'fraction'],
  },
  {
    clause: 'Catalogue rules 10: an endpoint that fails or times out is asked again at the next cycle',
    in: ['catalogue'],
    at: [''],
    by: ['drop', 'change'],
    if: isOnce,
    mayBeTold: true,
  },
  {
    clause: 'Endpoints › Merchant-hosted › 5: a page may hold fewer products than its limit',
    in: ['catalogue'],
    at: [''],
    by: ['replay'],
    if: (change, plan) => isOnce(change, plan) && firstOf(change.before) === firstOf(change.after),
    mayBeTold: true,
  },
  {
    clause:
      'Resources › Order confirmation: shopOrderId is any text; of an order that is not sent again nobody can tell',
    in: ['order'],
    at: ['/shopOrderId'],
    by: ['empty', 'change', 'long'],
    if: isOnce,
    mayBeTold: true,
  },
  {
    clause: 'What the service does: what is in a basket that is scanned or pushed, the merchant knows, and has any id',
    in: ['retrieval', 'basketChange'],
    at: ['/products/*/id'],
    by: ['change', 'replay', 'empty'],
    if: isOnce,
    mayBeTold: true,
  },
  {
    clause:
      'Limits: time limits for retrieval, recalculation and lock are not shown; Catalogue rules 10 bear a timeout',
    in: ['retrieval', 'recalculation', 'lock', 'catalogue', 'basketChange'],
    at: [''],
    by: ['delay'],
  },
  {
    clause:
      'Endpoints: reading twice is reading; order placement is idempotent; nothing forbids to recalculate or push twice',
    in: all,
    at: [''],
    by: ['duplicate'],
  },
  {
    clause: 'What the service does: the merchant may push a basket change, in no order that is told',
    in: ['basketChange'],
    at: [''],
    by: ['drop', 'reorder'],
    if: (_, { operator, which }) => operator === 'reorder' || which.kind === 'only',
  },
  {
    clause:
      'What the service does: the merchant may push a basket change, and pushes that stopped may have had a reason',
    in: ['basketChange'],
    at: [''],
    by: ['drop'],
    mayBeTold: true,
  },
];
