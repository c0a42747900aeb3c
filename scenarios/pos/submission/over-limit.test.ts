import { expect, test } from 'vitest';
import { certify, commandScenarios, type Twist } from '#lab/doubles/till/pos-fake';
import { fixtures, type Json, type Restaurant } from '#lab/doubles/till/pos-restaurant';

const rejections = commandScenarios.filter(({ id }) => id === 'pos/submission');

interface Item {
  readonly listingId: string;
  readonly quantity: number;
}
const itemsOf = (payload: Json) => payload['items'] as readonly Item[];

/** A till whose menu says how many of `rare` there are, and what `submit` makes of that. */
const counting =
  (submit: (payload: Json, stock: { left: number }, sound: Restaurant) => Json): NonNullable<Twist['till']> =>
  (sound) => {
    const stock = { left: 2 };
    return {
      sync: (payload) => {
        const { listings, ...result } = sound.sync(payload);
        const counted = (listings as readonly Json[]).map((listing) =>
          JSON.stringify(listing).includes('"rare"') ? { ...listing, inventory: { remaining: stock.left } } : listing,
        );
        return { ...result, listings: counted };
      },
      submit: (payload) => submit(payload, stock, sound),
    };
  };

const rejected = (reasonCode: string): Json => ({ success: false, rejectedItems: [{ reasonCode }] });

const causes = async (submit: Parameters<typeof counting>[0]) => {
  const verdicts = await certify(rejections, { till: counting(submit) });
  return [...verdicts].flatMap(([id, outcomes]) =>
    outcomes.flatMap((outcome) => ('cause' in outcome ? [`${outcome.status} ${id}: ${outcome.cause ?? ''}`] : [])),
  );
};

const isRare = (payload: Json): boolean => itemsOf(payload).every(({ listingId }) => listingId === 'rare');

/** Sells what is left, but for what `keeps` leaves in stock. */
const selling =
  (keeps: (payload: Json) => boolean = () => false): Parameters<typeof counting>[0] =>
  (payload, stock, sound) => {
    if (isRare(payload) && stock.left === 0) return rejected('OUT_OF_STOCK');
    const result = sound.submit(payload);
    if (isRare(payload) && result['success'] === true && !keeps(payload))
      stock.left -= itemsOf(payload)[0]?.quantity ?? 0;
    return result;
  };

test('a till that sells the last ones, and no more, is right', async () => {
  expect(await causes(selling())).toEqual([]);
});

test('what a kiosk has sold is not sold again elsewhere', async () => {
  const atKiosks = ({ orderContext }: Json): boolean => Object(orderContext).stationKind === 'KIOSK';
  expect(await causes(selling(atKiosks))).toEqual([
    'warned submission/rejection-reasons: accepted after the last was sold',
  ]);
});

test('two items of a listing that are only together too many are not accepted', async () => {
  const byItem = (payload: Json, _: object, sound: Restaurant): Json => {
    const isEachThere = itemsOf(payload).every(({ quantity }) => quantity <= 2);
    return isRare(payload) && isEachThere ? { success: true, acceptedItems: [{}, {}] } : sound.submit(payload);
  };
  expect(await causes(byItem)).toEqual([expect.stringMatching(/^failed .*: accepted: An order with two items/u)]);
});

test('just as many as the menu shows are accepted, and that nobody bought one meanwhile is looked at', async () => {
  const keeping = (payload: Json, _: object, sound: Restaurant): Json =>
    isRare(payload) && itemsOf(payload)[0]?.quantity === 2 ? rejected('INSUFFICIENT_STOCK') : sound.submit(payload);
  expect(await causes(keeping)).toEqual(['failed submission/rejection-reasons: just as many as there are rejected']);
  const sold: Parameters<typeof counting>[0] = (payload, stock, sound) => {
    const result = keeping(payload, stock, sound);
    if (isRare(payload) && itemsOf(payload).length === 1 && itemsOf(payload)[0]?.quantity === 2) stock.left = 1;
    return result;
  };
  expect(await causes(sold)).toEqual([]);
});

test('what is rejected stays in stock', async () => {
  const eating: Parameters<typeof counting>[0] = (payload, stock, sound) => {
    const result = sound.submit(payload);
    if (isRare(payload) && result['success'] === false) stock.left -= 1;
    return result;
  };
  expect(await causes(eating)).toEqual(['warned submission/rejection-reasons: a rejected order uses up the stock']);
});

test('of an order of more than there is a till may sell what there is', async () => {
  const inPart: Parameters<typeof counting>[0] = (payload, stock, sound) => {
    const [item, ...more] = itemsOf(payload);
    if (!isRare(payload) || item === undefined || more.length > 0 || item.quantity <= stock.left)
      return sound.submit(payload);
    const [reasonCode, sold] =
      stock.left === 0 ? ['OUT_OF_STOCK', []] : ['INSUFFICIENT_STOCK', [{ quantity: stock.left }]];
    stock.left = 0;
    return { ...rejected(String(reasonCode)), acceptedItems: sold };
  };
  expect(await causes(inPart)).toEqual([]);
});

test('a listing that an earlier run has sold out leaves the one before it', async () => {
  const tried = async (...limited: readonly { readonly id: string; readonly max: number }[]) => {
    const world = { fixtures: { ...fixtures, listings: { ...fixtures.listings, limited: [...limited] } } };
    const outcomes = (await certify(rejections, { world })).get('submission/rejection-reasons') ?? [];
    return outcomes.some((outcome) => outcome.status === 'not-exercised' && outcome.usedUp);
  };
  const soldOut = { id: 'none', max: 3 };
  expect(await tried(soldOut)).toBe(true);
  expect(await tried({ id: 'rare', max: 2 }, soldOut)).toBe(false);
});
