import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json } from '#lab/doubles/till/pos-restaurant';

const rejections = commandScenarios.filter(({ id }) => id === 'pos/submission');

/** A till that has not got `rare` on its menu, and what comes of an order of one. */
const withoutRare =
  (isSold: boolean): NonNullable<Twist['till']> =>
  (sound) => ({
    sync: (payload) => {
      const { listings, ...result } = sound.sync(payload);
      return { ...result, listings: (listings as Json[]).filter((one) => !JSON.stringify(one).includes('"rare"')) };
    },
    reasonOf: (item) => (item.listingId === 'rare' && !isSold ? 'OUT_OF_STOCK' : sound.reasonOf(item)),
  });

test('what there are few of, and can be ordered, is in a full sync', async () => {
  const verdicts = await certify(rejections, { till: withoutRare(true) });
  expect(idsWith(verdicts, 'failed', 'warned')).toEqual(['listings/full-sync']);
});

test('what has been sold out in the meantime may be off the menu', async () => {
  const verdicts = await certify(rejections, { till: withoutRare(false) });
  expect(idsWith(verdicts, 'failed', 'warned')).toEqual([]);
});
