import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';

const listings = commandScenarios.filter(({ id }) => ['pos/listings', 'pos/listings-since'].includes(id));

/** Somebody makes the soup dearer just before the sync of that number, and the menu takes note of it or not. */
const dearer = (at: readonly number[], isNoted: boolean): NonNullable<Twist['till']> => {
  let syncs = 0;
  return (sound, { dishes }) => ({
    sync: (payload) => {
      const soup = dishes.get('soup');
      if (soup && at.includes(++syncs)) {
        soup.cents += 50;
        if (isNoted) soup.changedAt = sound.now();
      }
      return sound.sync(payload);
    },
  });
};

const toldBy = async (...how: Parameters<typeof dearer>) =>
  idsWith(await certify(listings, { till: dearer(...how) }), 'failed', 'warned');

test('a price that has changed and that no sync from a checkpoint of before has is told of', async () => {
  for (const at of [2, 3, 4, 5]) expect(await toldBy([at], false)).toEqual(['listings/incremental-sync']);
});

test('one that a sync has is not, nor one that changes all the time, or after the last full sync', async () => {
  for (const at of [2, 4, 5, 6, 7, 8]) expect(await toldBy([at], true)).toEqual([]);
  expect(await toldBy([5, 6, 7, 8, 9, 10], false)).toEqual([]);
  expect(await toldBy([9], false)).toEqual([]);
});
