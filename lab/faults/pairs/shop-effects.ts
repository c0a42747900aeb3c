import { refusal } from '#mocks/faults';
import { type JsonObject, objectOf, objectsIn, textIn, textOf } from '#mocks/json';
import type { FaultKit } from '#mocks/merchant/faults/merchant-fault';
import { type Effect, without } from './plan.ts';
import { codesBy, discountsIn, sameLines, shortIn, type ShopScene } from './shop-scene.ts';

/** Undefined: there is nothing to change, or the change would break nothing. */
type Edit = (answer: JsonObject, scene: ShopScene, kit: FaultKit) => JsonObject | Response | undefined;

export interface ShopEffect extends Effect {
  readonly edit: Edit;
  /** How long the answer is kept back. */
  readonly lateMs?: number;
}

const every = ['retrieval', 'recalculation', 'lock', 'order'];
const baskets = ['retrieval', 'recalculation', 'lock'];
const changing = ['recalculation', 'lock'];
const ordering = ['order'];

const productsOf = (answer: JsonObject): JsonObject[] => objectsIn(answer['products']);

/** Asked for, and there in full. */
const isServed =
  ({ lines }: ShopScene) =>
  ({ id, error, quantity }: JsonObject): boolean =>
    error === undefined && Number(quantity) > 0 && lines.some((line) => line.id === id && line.quantity > 0);

/** Lines that were wanted otherwise the last time: showing those is wrong, since all that is asked for now is there. */
const isAskedOtherwise = (scene: ShopScene): boolean => {
  const { before } = scene;
  if (before === undefined || sameLines(scene, before)) return false;
  const served = productsOf(scene.answer).filter(isServed(scene));
  const quantityIn = (answer: JsonObject, id: string): number =>
    productsOf(answer).reduce((sum, one) => sum + (one['id'] === id ? Number(one['quantity']) : 0), 0);
  return served.some(({ id }) => quantityIn(scene.answer, textIn(id)) !== quantityIn(before.answer, textIn(id)));
};

const withPrice = (answer: JsonObject, change: JsonObject): JsonObject => ({
  ...answer,
  price: { ...objectOf(answer['price']), ...change },
});

const inPlaceOf =
  (member: string, of: (scene: ShopScene) => ShopScene | undefined, from: 'answer' | 'request'): Edit =>
  (answer, scene) => {
    const other = of(scene)?.[from][member];
    return answer[member] === undefined || other === undefined || other === answer[member]
      ? undefined
      : { ...answer, [member]: other };
  };

/** The price of one of the second product, for every piece of the first. */
const priceOfTheNext: Edit = (answer, scene) => {
  const [first, second] = productsOf(answer).filter(isServed(scene));
  if (first === undefined || second === undefined || first['unitPrice'] === second['unitPrice']) return undefined;
  const [unit, line] = [Number(second['unitPrice']), Number(second['unitPrice']) * Number(first['quantity'])];
  const value = Number(objectOf(answer['price'])['basketValue']) + line - Number(first['linePrice']);
  Object.assign(first, { unitPrice: unit, linePrice: line, originalUnitPrice: unit, originalLinePrice: line });
  return withPrice(answer, { basketValue: Math.max(0, value) });
};

/** What the shops' answers become. None of it is ever right: the rule is beside each. */
export const shopEffects: readonly ShopEffect[] = [
  // What is asked is in order, for the conformant shop answers it. Endpoints › Merchant-hosted
  { id: 'answers 500', calls: every, edit: () => refusal(500) },
  // Resources › Basket: required.
  { id: 'leaves out expiresAt', calls: baskets, edit: without('/expiresAt') },
  { id: 'leaves out deliveryOptions', calls: baskets, edit: without('/deliveryOptions') },
  { id: 'leaves out basketValue', calls: baskets, edit: without('/price/basketValue') },
  { id: 'leaves out the name of the first product', calls: baskets, edit: without('/products/0/name') },
  {
    id: 'writes the price of the first line as a text',
    calls: baskets,
    edit: (answer) => {
      const [first] = productsOf(answer);
      if (first === undefined) return undefined;
      first['linePrice'] = textOf(first['linePrice']);
      return answer;
    },
  },
  // Resources › Basket: the moment until which the basket is valid.
  {
    id: 'has expired a minute ago',
    calls: baskets,
    edit: (answer, _, { clock }) => ({ ...answer, expiresAt: new Date(clock.now() - 60_000).toISOString() }),
  },
  // Endpoints › Merchant-hosted › 2: what was asked for and is there, or an error.
  {
    id: 'loses the last line',
    calls: changing,
    not: ['shortage=all', 'lines=one'],
    edit: (answer, scene) => {
      const last = productsOf(answer).findLast(isServed(scene));
      return last && { ...answer, products: productsOf(answer).filter(({ id }) => id !== last['id']) };
    },
  },
  {
    id: 'keeps the lines of the call before',
    calls: changing,
    not: ['shortage=all', 'repeat=first', 'repeat=again'],
    edit: (answer, scene) => {
      const { before } = scene;
      if (before === undefined || !isAskedOtherwise(scene)) return undefined;
      const { products = [], price = {} } = before.answer;
      return withPrice({ ...answer, products }, { basketValue: objectOf(price)['basketValue'] });
    },
  },
  {
    id: 'keeps the value of the call before',
    calls: changing,
    not: ['repeat=first', 'repeat=again'],
    // What discounts do to a value is left open, so without codes, where it is no sum of the lines it shows.
    edit: (answer, scene) => {
      const { before, codes } = scene;
      const [old, now] = [before?.answer, answer].map((one) => Number(objectOf(one?.['price'])['basketValue']));
      if (before === undefined || old === now || codes.length + before.codes.length > 0) return undefined;
      return withPrice(answer, { basketValue: old });
    },
  },
  {
    id: 'puts no error on what is short',
    calls: changing,
    not: ['shortage=none'],
    edit: (answer, scene) => {
      if (shortIn(scene).length === 0) return undefined;
      for (const product of productsOf(answer)) delete product['error'];
      return answer;
    },
  },
  {
    id: 'promises what is short',
    calls: changing,
    not: ['shortage=none'],
    edit: (answer, { lines }) => {
      const short = productsOf(answer).find(({ error }) => error !== undefined);
      const asked = lines.reduce((sum, line) => sum + (line.id === short?.['id'] ? line.quantity : 0), 0);
      if (short === undefined) return undefined;
      delete short['error'];
      short['quantity'] = asked;
      return answer;
    },
  },
  {
    id: 'puts no error on bad codes',
    calls: changing,
    not: ['codes=none', 'codes=good'],
    edit: (answer, scene) => {
      if (codesBy(scene).bad === 0) return undefined;
      for (const discount of discountsIn({ ...scene, answer })) delete discount['error'];
      return answer;
    },
  },
  {
    id: 'loses the last code',
    calls: changing,
    not: ['codes=none'],
    edit: (answer, scene) => {
      const last = scene.codes.at(-1);
      const discounts = discountsIn({ ...scene, answer });
      const left = discounts.filter(({ code }) => code !== last);
      return left.length === discounts.length ? undefined : withPrice(answer, { discounts: [...left] });
    },
  },
  // Resources › BasketProduct: the price of a single product, which is the same wherever the product is shown.
  {
    id: 'charges the price of the second product for the first',
    calls: changing,
    not: ['lines=one', 'shortage=all'],
    edit: priceOfTheNext,
  },
  // Resources › Basket: what identifies a basket, its user and the request.
  {
    id: 'answers with the basket id of the call before',
    calls: baskets,
    edit: inPlaceOf('id', ({ elsewhere }) => elsewhere, 'answer'),
  },
  {
    id: 'answers with the user of the call before',
    calls: changing,
    variants: ['granite'],
    not: ['user=none'],
    edit: (answer, scene) =>
      scene.user === '' || scene.elsewhere?.user === ''
        ? undefined
        : inPlaceOf('loggedUser', ({ elsewhere }) => elsewhere, 'answer')(answer, scene, undefined as never),
  },
  {
    id: 'answers with the requestId of the call before',
    calls: changing,
    variants: ['granite'],
    edit: inPlaceOf('requestId', ({ elsewhere }) => elsewhere, 'answer'),
  },
  // Resources › Order confirmation.
  { id: 'leaves out shopOrderId', calls: ordering, edit: without('/shopOrderId') },
  { id: 'leaves out the return policy', calls: ordering, edit: without('/returnPolicy') },
  {
    id: 'echoes the oaOrderId of the order before',
    calls: ordering,
    edit: inPlaceOf('oaOrderId', ({ elsewhere }) => elsewhere, 'answer'),
  },
  {
    id: 'gives the shopOrderId of the order before',
    calls: ordering,
    edit: inPlaceOf('shopOrderId', ({ elsewhere }) => elsewhere, 'answer'),
  },
  // Endpoints › Rules: idempotent on oaOrderId, within 8 seconds.
  {
    id: 'gives a repeated order another shopOrderId',
    calls: ordering,
    needs: ['repeat=again'],
    edit: (answer) => ({ ...answer, shopOrderId: `${textIn(answer['shopOrderId'])}-2` }),
  },
  { id: 'takes nine seconds', calls: ordering, lateMs: 9000, edit: (answer) => answer },
];
