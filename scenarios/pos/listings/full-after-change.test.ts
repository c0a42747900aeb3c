import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json } from '#lab/doubles/till/pos-restaurant';
import { isSameJson } from '../../arrange/json-compare.ts';

const listed = (result: Json): readonly unknown[] => result['listings'] as readonly unknown[];

const inFull =
  (change: (all: readonly unknown[]) => readonly unknown[]): NonNullable<Twist['till']> =>
  (sound) => ({
    sync: (payload) => {
      const result = sound.sync(payload);
      return payload['checkpoint'] === null ? { ...result, listings: change(listed(result)) } : result;
    },
  });

const morning = (): ((all: readonly unknown[]) => readonly unknown[]) => {
  let first: readonly unknown[] | undefined;
  return (all) => (first ??= all);
};

const broken: Readonly<Record<string, () => NonNullable<Twist['till']>>> = {
  'the one that changed last is lacking': () => {
    const first = morning();
    return inFull((all) => (isSameJson(first(all), all) ? all : all.slice(0, -1)));
  },
  'all are as they were in the morning': () => inFull(morning()),
};

test.each(Object.entries(broken))('a full sync that is behind the incremental ones is told: %s', async (_, till) => {
  const verdicts = await certify(commandScenarios, { till: till() });
  expect(idsWith(verdicts, 'failed', 'warned')).toEqual(['listings/full-sync']);
});

const odd: Readonly<Record<string, Twist>> = {
  'a full sync shows no prices': {
    till: inFull((all) => all.map((one) => ({ what: Object.keys((one as { readonly what: Json }).what)[0] }))),
  },
  'the menu of a full sync is put together every other second': {
    till: (sound) => {
      let made = { at: 0, result: sound.sync({ checkpoint: null }) };
      return {
        sync: (payload) => {
          if (payload['checkpoint'] !== null) return sound.sync(payload);
          if (sound.now() - made.at > 2000) made = { at: sound.now(), result: sound.sync(payload) };
          return { ...sound.sync(payload), listings: made.result['listings'] };
        },
      };
    },
  },
};

test.each(Object.entries(odd))('a conformant menu is not failed: %s', async (_, twist) => {
  const verdicts = await certify(commandScenarios, twist);
  expect(idsWith(verdicts, 'failed', 'warned')).toEqual([]);
});

test('a price that somebody else puts back meanwhile is not charged', async () => {
  const verdicts = await certify(commandScenarios, {
    till: (sound, { dishes }) => {
      let syncs = 0;
      const prices = new Map([...dishes].map(([sku, { cents }]) => [sku, cents]));
      return {
        sync: (payload) => {
          syncs += 1;
          // Just before the full sync that comes after the first change.
          const fish = dishes.get('fish');
          if (payload['checkpoint'] === null && fish && syncs > 4 && fish.cents === (prices.get('fish') ?? 0) + 1) {
            fish.cents -= 1;
            fish.changedAt = sound.now();
          }
          return sound.sync(payload);
        },
      };
    },
  });
  const told = verdicts.get('listings/full-sync') ?? [];
  expect(told.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(told).toContainEqual(expect.objectContaining({ reason: 'the listings change all the time' }));
});
