import { objectOf, textOf } from '#mocks/json';
import { type Level, type LevelRow, levelsOf } from './plan.ts';
import { codesBy, sameLines, shortIn, type ShopScene } from './shop-scene.ts';

type Rows = Readonly<Record<string, LevelRow<ShopScene>>>;

const every = ['retrieval', 'recalculation', 'lock', 'order'];
const asking = ['recalculation', 'lock', 'order'];
const changing = ['recalculation', 'lock'];
const ordering = ['order'];

const isBeyondAscii = (text: string): boolean => /[^\p{ASCII}]/u.test(text);
const isAstral = (text: string): boolean => /[\u{10000}-\u{10FFFF}]/u.test(text);

const some = (scene: ShopScene, least: number): boolean => scene.lines.some(({ quantity }) => quantity >= least);
const valueOf = ({ answer, request }: ShopScene): number =>
  Number(objectOf((request['basket'] ? objectOf(request['basket']) : answer)['price'])['basketValue']);
const isPut = (scene: ShopScene): boolean => scene.lines.some(({ quantity }) => quantity > 0);

const calls: Rows = Object.fromEntries(
  every.map((call) => [call, { calls: [call], met: (scene: ShopScene) => scene.call === call }]),
);

const lines: Rows = {
  one: (scene) => scene.lines.length === 1,
  two: (scene) => scene.lines.length === 2,
  dozen: (scene) => scene.lines.length >= 10,
  'more than a page': (scene) => scene.lines.length >= 25,
};

const quantities: Rows = {
  zero: { calls: changing, met: (scene) => scene.lines.some(({ quantity }) => quantity === 0) },
  'one of each': (scene) => isPut(scene) && scene.lines.every(({ quantity }) => quantity === 1),
  many: (scene) => some(scene, 10),
  '2^7': { calls: changing, met: (scene) => some(scene, 128) },
  '2^15': { calls: changing, met: (scene) => some(scene, 32_768) },
  'a value of 2^31': { calls: changing, variants: ['willow'], met: (scene) => valueOf(scene) >= 2 ** 31 },
};

const duplicates: Rows = {
  none: (scene) => isPut(scene) && new Set(scene.lines.map(({ id }) => id)).size === scene.lines.length,
  'a product twice': {
    calls: asking,
    met: (scene) => new Set(scene.lines.map(({ id }) => id)).size < scene.lines.length,
  },
};

const shortages: Rows = {
  none: (scene) => isPut(scene) && shortIn(scene).length === 0,
  one: (scene) => shortIn(scene).length === 1,
  several: (scene) => shortIn(scene).length > 1,
  all: (scene) => isPut(scene) && shortIn(scene).length >= scene.lines.length,
};

// A confirmation does not say which codes were taken.
const codes: Rows = {
  none: (scene) => scene.codes.length === 0,
  good: { calls: changing, met: (scene) => codesBy(scene).good === 1 && codesBy(scene).bad === 0 },
  two: (scene) => new Set(scene.codes).size === 2,
  bad: { calls: changing, met: (scene) => codesBy(scene).bad > 0 && codesBy(scene).good === 0 },
  'good and bad': { calls: changing, met: (scene) => codesBy(scene).bad > 0 && codesBy(scene).good > 0 },
  'one twice': (scene) => new Set(scene.codes).size < scene.codes.length,
};

const users: Rows = {
  none: { variants: ['willow'], met: ({ user }) => user === '' },
  given: ({ user }) => user !== '',
  another: { calls: changing, met: ({ user, before }) => user !== '' && before?.user !== user },
  long: ({ user }) => user.length > 200,
  'beyond ASCII': ({ user }) => isBeyondAscii(user),
};

const requestIds: Rows = {
  'of the call before': ({ request, before }) =>
    request['requestId'] !== undefined && request['requestId'] === before?.request['requestId'],
  longest: ({ request }) => textOf(request['requestId']).length === 36,
};

const states: Rows = {
  fresh: (scene) => !scene.wasChanged && !scene.wasLocked,
  changed: (scene) => scene.wasChanged && !scene.wasLocked,
  locked: (scene) => scene.wasLocked,
  'locked again with other lines': {
    calls: ['lock'],
    met: (scene) => scene.wasLocked && scene.before !== undefined && !sameLines(scene, scene.before),
  },
};

const repeats: Rows = {
  first: (scene) => (scene.call === 'order' ? !scene.isKnownOrder : scene.before === undefined),
  again: (scene) =>
    scene.call === 'order'
      ? scene.isKnownOrder
      : scene.before?.call === scene.call &&
        sameLines(scene, scene.before) &&
        JSON.stringify(scene.codes) === JSON.stringify(scene.before.codes),
  'after others': { calls: ['retrieval', 'recalculation', 'lock'], met: (scene) => scene.isAfterOthers },
};

const companies: Rows = {
  alone: ({ company }) => company === 'alone',
  'the same basket': ({ company }) => company === 'same',
  'other baskets': ({ company }) => company === 'others',
};

const texts: Rows = {
  'code beyond ASCII': { calls: asking, met: (scene) => scene.codes.some(isBeyondAscii) },
  'astral code': { calls: asking, met: (scene) => scene.codes.some(isAstral) },
  'astral product': { variants: ['willow'], met: (scene) => scene.lines.some(({ id }) => isAstral(id)) },
  'reserved letters in the basket id': ({ basketId }) => /[ /?&#%+=]/u.test(basketId),
};

const deliveryTypes = ['COURIER', 'PICKUP', 'ELECTRONIC'];
const deliveries: Rows = Object.fromEntries(
  deliveryTypes.map((type) => [
    type.toLowerCase(),
    ({ request }: ShopScene) => objectOf(request['deliveryDetails'])['type'] === type,
  ]),
);

const invoices: Rows = {
  wanted: ({ request }) => request['billingDetails'] !== undefined,
  none: ({ request }) => request['billingDetails'] === undefined,
};

/** What a call to a shop can have, by the words of the specification and the usual limits of ordinary software. */
export const shopLevels: readonly Level<ShopScene>[] = [
  ...levelsOf('call', every, calls),
  ...levelsOf('lines', every, lines),
  ...levelsOf('quantity', every, quantities),
  ...levelsOf('duplicates', every, duplicates),
  ...levelsOf('shortage', changing, shortages),
  ...levelsOf('codes', asking, codes),
  ...levelsOf('user', asking, users),
  ...levelsOf('requestId', changing, requestIds),
  ...levelsOf('state', every, states),
  ...levelsOf('repeat', every, repeats),
  ...levelsOf('company', every, companies),
  ...levelsOf('texts', every, texts),
  ...levelsOf('delivery', ordering, deliveries),
  ...levelsOf('invoice', ordering, invoices),
];

/** What cannot meet. */
export const shopApart: readonly (readonly [string, string])[] = [
  ['lines=one', 'shortage=several'],
  ['lines=one', 'duplicates=a product twice'],
  ['quantity=zero', 'shortage=all'],
  ['quantity=zero', 'quantity=one of each'],
  // Limited stock is of a few pieces, and the shops have no end of the rest.
  ['lines=dozen', 'shortage=all'],
  ['lines=more than a page', 'shortage=all'],
  ['quantity=2^15', 'shortage=all'],
  ...['changed', 'locked', 'locked again with other lines'].map((state) => ['repeat=first', `state=${state}`] as const),
  ['repeat=again', 'state=locked again with other lines'],
  ['repeat=again', 'user=another'],
  ['repeat=first', 'requestId=of the call before'],
  ['state=fresh', 'requestId=of the call before'],
  ...['beyond ASCII', 'long'].map((user) => ['user=none', `user=${user}`] as const),
  ...['code beyond ASCII', 'astral code'].map((text) => ['codes=none', `texts=${text}`] as const),
];
